import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import type { FilteredOutput } from '#contract';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes, formatDuration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { parseAnsi } from './ansi.ts';
import styles from './output-filter.module.css';
import { OutputLines } from './output-lines.tsx';
import { type OutputFiltering, useOutputFilter } from './use-output-filter.ts';

const PRESETS = ['head -20', 'tail -20', 'grep -n ', 'sort | uniq -c', 'wc -l'];
const MAX_RECENT = 3;

export interface OutputFilterProps {
  readonly session: string;
  /** The event whose output is kept. */
  readonly event: string;
}

/** Runs real filters on the output that is kept; the command is not run again. */
export function OutputFilter({ session, event }: OutputFilterProps) {
  const filtering = useOutputFilter(session, event);
  const field = useRef<HTMLInputElement>(null);
  return (
    <section className={styles.filter} aria-label="Filter output">
      <FilterField filtering={filtering} field={field} />
      <Suggestions filtering={filtering} field={field} />
      {filtering.isRunning ? <Spinner label="Filtering" /> : undefined}
      <FilterProblem filtering={filtering} />
      {filtering.result === undefined ? undefined : <Result result={filtering.result} filter={filtering.ran} />}
    </section>
  );
}

interface PartProps {
  readonly filtering: OutputFiltering;
  readonly field: RefObject<HTMLInputElement | null>;
}

function FilterField({ filtering, field }: PartProps) {
  const { text, setText, run, older, newer, isRunning } = filtering;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') run();
    else if (event.key === 'ArrowUp') older();
    else if (event.key === 'ArrowDown') newer();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.line}>
      <span className={styles.pipe} aria-hidden="true">
        |
      </span>
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed "Filter output".
        autoFocus
        className={styles.field}
        aria-label="Filter"
        placeholder="grep FAIL | head -5"
        autoComplete="off"
        spellCheck={false}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="small" variant="primary" disabled={text.trim() === '' || isRunning} onClick={run}>
        Run filter
      </Button>
    </div>
  );
}

/** The last filters, then some to begin with; one that wants a word more is put into the field only. */
function Suggestions({ filtering, field }: PartProps) {
  const { recent, setText, runFilter } = filtering;
  const own = recent.slice(0, MAX_RECENT);
  const shown = [...own, ...PRESETS.filter((preset) => !own.includes(preset))];
  const use = (filter: string) => {
    field.current?.focus();
    if (filter.endsWith(' ')) setText(filter);
    else runFilter(filter);
  };
  return (
    <ul className={styles.suggestions} aria-label="Filters to begin with">
      {shown.map((filter) => (
        <li key={filter}>
          <Button size="small" variant="ghost" onClick={() => use(filter)}>
            <code>
              <VisibleText text={filter.endsWith(' ') ? `${filter}…` : filter} />
            </code>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Problem of the filter; text that is not a filter is most likely a word to search for. */
function FilterProblem({ filtering: { problem, literal, runFilter } }: Pick<PartProps, 'filtering'>) {
  if (problem === undefined) return undefined;
  const offer =
    literal === undefined ? undefined : (
      <Button size="small" onClick={() => runFilter(literal.filter)}>
        Lines with “{literal.text}”
      </Button>
    );
  return (
    <Banner level="warning" {...(offer && { actions: offer })}>
      <VisibleText text={problem} />
    </Banner>
  );
}

function Result({ result, filter }: { readonly result: FilteredOutput; readonly filter: string }) {
  const lines = useMemo(() => parseAnsi(result.text), [result.text]);
  return (
    <section className={styles.result} aria-label="Filtered output">
      {lines.length === 0 ? <p className={styles.none}>(no output)</p> : <OutputLines lines={lines} />}
      {result.isCut ? (
        <p className={styles.none}>Only the first part of {formatBytes(result.bytes)} is shown.</p>
      ) : undefined}
      {result.problem === undefined || result.problem === '' ? undefined : (
        <p className={styles.problem}>
          <VisibleText text={result.problem} />
        </p>
      )}
      <p className={styles.facts}>
        <code>
          <VisibleText text={`| ${filter}`} />
        </code>
        <span data-failed={(result.exitCode ?? 1) > 1 || undefined}>
          {result.exitCode === undefined ? 'Did not end by itself' : `Exit code ${result.exitCode}`}
        </span>
        <span>{formatDuration(result.durationMs)}</span>
        <span className={styles.saved}>
          <Icon name="clock" size={14} /> saved {formatDuration(result.savedMs)} by not running again
        </span>
        {result.isSandboxed ? <span>in the box</span> : <span>outside the box: proven filters only</span>}
      </p>
    </section>
  );
}
