import type { Judgement, Question, Warning } from '#contract';
import { isAmong } from '#contract/is-among';
import { EffectList, PartList } from '../permissions/judgement-view.tsx';
import { SANDBOXES, TIERS } from '../permissions/rule-words.ts';
import { RepairText } from '../text/repair-text.tsx';
import { formatBytes, formatDuration } from '../ui/format.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { limitsLine } from '../ui/limit-words.ts';
import { relativeTime } from '../ui/relative-time.ts';
import { shortPath } from '../ui/short-path.ts';
import { useMinute } from '../ui/use-today.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './question-details.module.css';

const LEVELS: Readonly<Record<Warning['level'], { icon: IconName; word: string; rank: number }>> = {
  danger: { icon: 'error', word: 'Danger', rank: 0 },
  caution: { icon: 'warning', word: 'Caution', rank: 1 },
  note: { icon: 'info', word: 'Note', rank: 2 },
};

/**
 * Details of a question: what it does part by part, why it is asked, where it would happen, warnings, the guard's
 * changes, and the limits.
 */
export function QuestionDetails({ question }: { readonly question: Question }) {
  const { subject, repairs, judgement, notWatched = [] } = question;
  const warnings = question.warnings.toSorted((one, other) => LEVELS[one.level].rank - LEVELS[other.level].rank);
  return (
    <>
      {judgement === undefined ? undefined : (
        <JudgementDetails judgement={judgement} isCommand={subject.kind === 'command'} />
      )}
      {question.isOutside ? (
        <p className={styles.outside}>
          <Icon name="error" />
          <span>
            <b>Outside the workspace.</b> This is not limited to the files you opened.
          </span>
        </p>
      ) : undefined}
      {warnings.length === 0 ? undefined : (
        <ul className={styles.warnings} aria-label="Warnings">
          {warnings.map(({ level, text }) => (
            <li key={`${level} ${text}`} data-level={level}>
              <Icon name={LEVELS[level].icon} />
              <span>
                <b>{LEVELS[level].word}:</b> <VisibleText text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <NotRecorded texts={notWatched} />
      {repairs.length === 0 ? undefined : (
        <ul className={styles.warnings} aria-label="Repairs">
          {repairs.map(({ rule, text }) => (
            <li key={`${rule} ${text}`}>
              <Icon name="repair" />
              <span>
                <b>Repaired:</b> <RepairText text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        <Reasons question={question} />
        {question.kept === undefined ? undefined : <KeptOutput kept={question.kept} />}
        {judgement === undefined ? undefined : <CircumstanceFact name="Decided by" value={deciderWords(judgement)} />}
        {subject.kind === 'command' ? (
          <CircumstanceFact name="Folder" value={folderWords(subject.cwd, question)} isCode />
        ) : undefined}
        {'path' in subject && question.isOutside && subject.path !== subject.shownPath ? (
          <CircumstanceFact name="File" value={subject.path} isCode />
        ) : undefined}
        <CircumstanceFact
          name="For"
          value={`${question.sessionTitle}, in ${folderName(question.workspace)}`}
          title={question.workspace}
        />
        <RunsWithin question={question} />
      </dl>
    </>
  );
}

/** List of the call's changes that will not be recorded. */
function NotRecorded({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return undefined;
  return (
    <ul className={styles.warnings} aria-label="Not recorded">
      {shortenedSentences(texts).map((text) => (
        <li key={text}>
          <Icon name="info" />
          <span>
            <b>Cannot be undone:</b> <VisibleText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Limits and place in which a command runs. */
function RunsWithin({ question: { subject, judgement, workspace } }: { readonly question: Question }) {
  if (subject.kind !== 'command') return undefined;
  return (
    <>
      <CircumstanceFact name="Limits" value={limitsLine(subject.limits)} />
      {judgement === undefined ? undefined : <CircumstanceFact name="Runs" value={SANDBOXES[judgement.sandbox]} />}
      {judgement?.boxWrites === undefined ? undefined : (
        <CircumstanceFact name="May change" value={protectedNames(judgement.boxWrites, workspace)} />
      )}
    </>
  );
}

/** Output of an earlier run, whose age goes on while the question waits. */
function KeptOutput({ kept }: { readonly kept: NonNullable<Question['kept']> }) {
  useMinute();
  return <CircumstanceFact name="Kept output" value={keptWords(kept)} />;
}

/** Says when the same command ran, how long it took, and whether its output may be out of date nevertheless. */
function keptWords({ at, durationMs, outputBytes, isOfWorkspace }: NonNullable<Question['kept']>): string {
  const then = `of ${relativeTime(at)} (${formatBytes(outputBytes)}, took ${formatDuration(durationMs)})`;
  const since = isOfWorkspace ? 'nothing watched has changed since' : 'it may have come from the network or the clock';
  return `${then}; ${since}`;
}

/** Protected files that can be changed in the box if this is allowed. */
function protectedNames(paths: readonly string[], workspace: string): string {
  const names = paths.map((path) => (path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path));
  return `${names.join(', ')}, which the box protects otherwise`;
}

/** A folder from the workspace on: `src`, or the workspace's own name. */
function folderWords(folder: string, { workspace }: Pick<Question, 'workspace'>): string {
  return folder === workspace ? folderName(workspace) : shortPath(folder, workspace);
}

const folderName = (path: string): string => `${path.slice(path.lastIndexOf('/') + 1)}/`;

/** Reason why it did not run unasked, unless shown above, and what would let it. */
function Reasons({ question: { subject, why, warnings, judgement } }: { readonly question: Question }) {
  const { kept = why, would } = judgement?.unasked ?? {};
  const ofParts = subject.kind === 'command' ? (judgement?.parts ?? []).map((part) => ({ text: part.why })) : [];
  return (
    <>
      {isAmong(kept, ofParts) || isAmong(why, warnings) ? undefined : <CircumstanceFact name="Why" value={kept} />}
      {would === undefined ? undefined : <CircumstanceFact name="Without asking" value={would} />}
    </>
  );
}

/** A command by its parts and effects; of other subjects the one part says no more than the reason. */
function JudgementDetails({ judgement, isCommand }: { readonly judgement: Judgement; readonly isCommand: boolean }) {
  return (
    <>
      {judgement.effects === undefined ? undefined : <EffectList effects={judgement.effects} />}
      {isCommand ? <PartList label="Parts of the command" parts={judgement.parts} /> : undefined}
    </>
  );
}

function deciderWords({ tier, rule }: Judgement): string {
  return rule === undefined || tier === 'default' ? TIERS[tier] : `${TIERS[tier]} (${rule})`;
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly isCode?: boolean;
  readonly title?: string;
}

function CircumstanceFact({ name, value, isCode, title }: FactProps) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd data-code={isCode}>
        <VisibleText text={value} />
      </dd>
    </div>
  );
}

/** Lines shown of what is not recorded. */
const MAX_UNRECORDED = 5;

function shortenedSentences(sentences: readonly string[]): readonly string[] {
  if (sentences.length <= MAX_UNRECORDED) return sentences;
  return [
    ...sentences.slice(0, MAX_UNRECORDED),
    `and ${sentences.length - MAX_UNRECORDED} more, which the record names`,
  ];
}
