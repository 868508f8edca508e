import { useState } from 'react';
import type { CaseResult, PromptCase } from '#contract';
import { DiffField } from '../../editor/diff-field.tsx';
import { useSettings } from '../../state/settings.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatListTime } from '../../ui/list-time.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useToday } from '../../ui/use-today.ts';
import styles from './cases-pane.module.css';
import { joinedMessages } from './joined-messages.ts';
import type { Cases } from './use-cases.ts';

const TONES = { same: 'success', changed: 'warning', failed: 'danger' } as const;

/** Cases: renderings that the prompt produced once and should go on producing. */
export function CasesPane({ cases }: { readonly cases: Cases }) {
  const { results, problem, isRunning } = cases;
  return (
    <div className={styles.pane}>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <UnreadableCases cases={cases} />
      {cases.cases.length === 0 ? (
        <p className={styles.hint}>
          “Save as case” keeps the arguments, the variables and what tools gave, with what is rendered of them. From
          then on you see here at once when an edit changes it.
        </p>
      ) : (
        <div className={styles.bar}>
          <span className={styles.gap}>{summaryOf(cases)}</span>
          {isRunning ? <Spinner label="Running the cases" quiet /> : undefined}
          <Button size="small" onClick={cases.run}>
            Run again
          </Button>
        </div>
      )}
      <ul className={styles.list} aria-label="Cases">
        {cases.cases.map((one) => (
          <Case key={one.id} one={one} result={results.get(one.id)} cases={cases} />
        ))}
      </ul>
    </div>
  );
}

function UnreadableCases({ cases: { unreadable, path } }: { readonly cases: Cases }) {
  if (unreadable.length === 0) return undefined;
  const names = unreadable.map(({ name, message }) => `${name}: ${message}`).join('\n');
  return (
    <Banner
      level="warning"
      title={unreadable.length === 1 ? 'One case cannot be read' : `${unreadable.length} cases cannot be read`}
    >
      <p className={styles.lines}>{names}</p>
      They stay in {path} as they are, and the other cases work. Fix or remove them there.
    </Banner>
  );
}

interface CaseProps {
  readonly one: PromptCase;
  readonly result: CaseResult | undefined;
  readonly cases: Cases;
}

function Case({ one, result, cases }: CaseProps) {
  useToday();
  const { appearance } = useSettings();
  const [isOpen, setIsOpen] = useState(true);
  const isChanged = result?.state === 'changed' && result.actual !== undefined;
  return (
    <li className={styles.case}>
      <div className={styles.bar}>
        <span className={styles.name}>{one.name}</span>
        <span className={styles.note}>{formatListTime(one.savedAt)}</span>
        {result === undefined ? <Badge>not run yet</Badge> : <Badge tone={TONES[result.state]}>{result.state}</Badge>}
        <span className={styles.gap} />
        {isChanged ? (
          <>
            <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? 'Hide the difference' : 'Show the difference'}
            </Button>
            <AcceptButton id={one.id} cases={cases} />
          </>
        ) : undefined}
        <IconButton
          label={`Delete the case ${one.name}`}
          icon="trash"
          size="small"
          onClick={() => cases.remove(one.id)}
        />
      </div>
      {result?.message === undefined ? undefined : <p className={styles.wrong}>{result.message}</p>}
      {result?.missing === undefined ? undefined : (
        <div className={styles.bar}>
          <span className={styles.note}>
            The template reads {listNames(result.missing)}, which this case does not have.
          </span>
          <Button size="small" variant="primary" onClick={() => cases.complete(one.id)}>
            {result.missing.length === 1 ? 'Add the current value' : 'Add the current values'}
          </Button>
        </div>
      )}
      {isChanged && isOpen ? (
        <div className={styles.diff}>
          <DiffField
            label={`Case ${one.name}`}
            left={joinedMessages(result.expected)}
            right={joinedMessages(result.actual ?? [])}
            language="plaintext"
            fontSize={appearance.font_size}
          />
        </div>
      ) : undefined}
    </li>
  );
}

/** Button to expect from now on what is shown; not while that is what an earlier text gave. */
function AcceptButton({ id, cases: { isCurrent, accept } }: Pick<CaseProps, 'cases'> & { readonly id: string }) {
  const title = isCurrent ? undefined : 'The difference is that of an earlier text';
  return (
    <Button size="small" variant="primary" disabled={!isCurrent} title={title} onClick={() => accept(id)}>
      Accept as expected
    </Button>
  );
}

/** Names a few, and counts the rest. */
function listNames(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return new Intl.ListFormat('en').format(shown);
}

function summaryOf({ cases, results }: Cases): string {
  const count = (state: CaseResult['state']) => [...results.values()].filter((one) => one.state === state).length;
  const [changed, failed] = [count('changed'), count('failed')];
  if (results.size === 0) return `${cases.length} to run`;
  const left = cases.length - results.size;
  if (changed + failed + left === 0) return `All ${cases.length} the same`;
  const words = [
    [changed, 'changed'],
    [failed, 'failed'],
    [left, 'to run'],
  ] as const;
  return [...words.map(([number, state]) => (number > 0 ? `${number} ${state}` : '')), `of ${cases.length}`]
    .filter(Boolean)
    .join(', ')
    .replace(', of', ' of');
}
