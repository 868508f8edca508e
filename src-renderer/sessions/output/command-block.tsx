import type { CommandView } from '#contract';
import { containedBy } from '../../permissions/containment-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDuration } from '../../ui/format.ts';
import { limitAmount } from '../../ui/limit-words.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { BOX_BADGES, stoppedWords } from '../items/session-words.ts';
import styles from './command-block.module.css';
import { CommandOutput } from './command-output.tsx';
import { SplitNotice } from './split-notice.tsx';

export interface CommandBlockProps {
  readonly line: string;
  /** Command's state; absent until it runs. */
  readonly view: CommandView | undefined;
  readonly isRunning: boolean;
  /** Whether to show only its output and remarks, because the command, its end and its duration are shown elsewhere. */
  readonly isBrief?: boolean;
}

/** A command as in a terminal: the line, what it wrote, how it ended and what it took. */
export function CommandBlock({ line, view, isRunning, isBrief = false }: CommandBlockProps) {
  if (isBrief && view === undefined) return undefined;
  return (
    <div className={styles.block}>
      {isBrief ? undefined : <CommandLine line={line} />}
      {view === undefined ? undefined : (
        <>
          <CommandOutput view={view} isRunning={isRunning} isBrief={isBrief} />
          {isBrief ? undefined : <CommandFacts view={view} isRunning={isRunning} />}
          {view.split === undefined ? undefined : <SplitNotice split={view.split} exitCode={view.exitCode} />}
          <CommandRemarks view={view} />
        </>
      )}
    </div>
  );
}

function CommandLine({ line }: Pick<CommandBlockProps, 'line'>) {
  return (
    <pre className={styles.line}>
      <span className={styles.prompt} aria-hidden="true">
        ${' '}
      </span>
      <code>
        <VisibleText text={line} />
      </code>
    </pre>
  );
}

/** Remarks about what its record does not tell, or not for certain. */
function CommandRemarks({ view }: { readonly view: CommandView }) {
  const { interrupted, alongside = [], notWatched = [] } = view;
  const remarks = [
    ...(interrupted === undefined ? [] : [interrupted]),
    ...(alongside.length === 0 ? [] : [`At the same time ran: ${alongside.join('; ')}`]),
    ...notWatched,
  ];
  if (remarks.length === 0) return undefined;
  return (
    <ul className={styles.remarks} aria-label="Remarks on the command">
      {remarks.map((remark) => (
        <li key={remark}>
          <VisibleText text={remark} />
        </li>
      ))}
    </ul>
  );
}

function CommandFacts({ view, isRunning }: { readonly view: CommandView; readonly isRunning: boolean }) {
  const { durationMs, peak, sandbox, reslices } = view;
  const facts = [
    durationMs === undefined ? undefined : ['Time', formatDuration(durationMs)],
    peak === undefined ? undefined : ['Peak CPU', limitAmount('cpu', peak.cpuPercent)],
    peak === undefined ? undefined : ['Peak memory', limitAmount('memory', peak.memoryBytes)],
    peak?.processes === undefined ? undefined : ['Peak processes', limitAmount('processes', peak.processes)],
    peak?.diskBytes === undefined ? undefined : ['Disk', growthWords(peak.diskBytes)],
    view.heldBy === undefined ? undefined : ['Contained by', containedBy(view.heldBy)],
    ['In', view.cwd],
  ].filter((fact) => fact !== undefined);
  return (
    <div className={styles.facts}>
      {isRunning ? undefined : <ExitFacts view={view} />}
      {sandbox === undefined ? undefined : <Badge tone="info">{BOX_BADGES[sandbox]}</Badge>}
      {reslices === undefined || reslices.count === 0 ? undefined : (
        <span>
          filtered {reslices.count === 1 ? 'once' : `${reslices.count} times`} in place of running again, which saved{' '}
          {formatDuration(reslices.savedMs)}
        </span>
      )}
      <dl className={styles.list}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Formats the growth of the workspace. */
const growthWords = (bytes: number) => `${bytes > 0 ? '+' : ''}${limitAmount('disk', bytes)}`;

/** Its exit code, and what stopped it; the signal of a stop is our own. */
function ExitFacts({ view }: { readonly view: CommandView }) {
  const { exitCode, signal } = view;
  const stopped = stoppedWords(view);
  const exit = exitCode === undefined ? signal && `Ended by ${signal}` : `Exit code ${exitCode}`;
  const isToSay = exit !== undefined && (exitCode !== undefined || stopped === undefined);
  return (
    <>
      {isToSay ? (
        <span className={styles.exit} data-failed={exitCode !== 0 || undefined}>
          {exit}
        </span>
      ) : undefined}
      {stopped === undefined ? undefined : <span className={styles.stopped}>{stopped}</span>}
    </>
  );
}
