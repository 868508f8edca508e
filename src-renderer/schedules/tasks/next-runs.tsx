import type { Schedule } from '#contract';
import { formatFullTime } from '../../ui/format.ts';
import { clockIn, whenWords } from '../times.ts';
import styles from './task-table.module.css';

type NextProps = Pick<Schedule, 'next' | 'timezone' | 'state'>;

/** Next runs by this machine's clock, and by the clock of the task's own zone if it differs. */
export function NextRuns({ task }: { readonly task: NextProps }) {
  const { next, timezone, state } = task;
  if (next.length === 0) return <span className={styles.muted}>{state === 'on' ? 'Never again' : '–'}</span>;
  return (
    <ul className={styles.times} data-would={state === 'on' ? undefined : ''} aria-label={nextRunsLabel(state)}>
      {next.map((at) => {
        const there = clockIn(timezone, at);
        return (
          <li key={at}>
            <time dateTime={new Date(at).toISOString()} title={formatFullTime(at)}>
              {whenWords(at)}
            </time>
            {there === undefined ? undefined : (
              <span className={styles.there} title={timezone}>
                {there}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const nextRunsLabel = (state: Schedule['state']) => (state === 'on' ? 'Next runs' : 'Next runs, if it were on');
