import type { CommandView } from '#contract';
import { formatBytes, formatDuration } from '../ui/format.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './command-block.module.css';
import { CommandOutput } from './command-output.tsx';
import { STOP_REASONS } from './session-words.ts';

export interface CommandBlockProps {
  readonly line: string;
  /** Absent until the command runs. */
  readonly view: CommandView | undefined;
  readonly isRunning: boolean;
}

/** A command as in a terminal: the line, what it wrote, how it ended and what it took. */
export function CommandBlock({ line, view, isRunning }: CommandBlockProps) {
  return (
    <div className={styles.block}>
      <pre className={styles.line}>
        <span className={styles.prompt} aria-hidden="true">
          ${' '}
        </span>
        <code>
          <VisibleText text={line} />
        </code>
      </pre>
      {view === undefined ? undefined : (
        <>
          <CommandOutput view={view} isRunning={isRunning} />
          <Facts view={view} isRunning={isRunning} />
        </>
      )}
    </div>
  );
}

function Facts({ view, isRunning }: { readonly view: CommandView; readonly isRunning: boolean }) {
  const { exitCode, signal, stopReason, durationMs, peak } = view;
  const facts = [
    durationMs === undefined ? undefined : ['Time', formatDuration(durationMs)],
    peak === undefined ? undefined : ['Peak CPU', `${Math.round(peak.cpuPercent)} %`],
    peak === undefined ? undefined : ['Peak memory', formatBytes(peak.memoryBytes)],
    ['In', view.cwd],
  ].filter((fact) => fact !== undefined);
  return (
    <div className={styles.facts}>
      {isRunning ? undefined : <Ending exitCode={exitCode} signal={signal} />}
      {stopReason === undefined || stopReason === 'exit' ? undefined : (
        <span className={styles.stopped}>{STOP_REASONS[stopReason]}</span>
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

function Ending({ exitCode, signal }: { readonly exitCode: number | undefined; readonly signal: string | undefined }) {
  if (exitCode !== undefined) {
    return (
      <span className={styles.exit} data-failed={exitCode !== 0 || undefined}>
        Exit code {exitCode}
      </span>
    );
  }
  return signal === undefined ? undefined : (
    <span className={styles.exit} data-failed="true">
      Ended by {signal}
    </span>
  );
}
