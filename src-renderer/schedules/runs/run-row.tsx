import { memo } from 'react';
import type { ScheduleRun } from '#contract';
import { formatFullTime } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from '../inbox/inbox.module.css';
import { clockWords } from '../times.ts';
import { RunFiles, RunMark } from './run-mark.tsx';
import { costWords, plainLine, runVerdictWords } from './run-words.ts';

export interface RunRowProps {
  readonly run: ScheduleRun;
  /** The name of its day, above the first run of it. */
  readonly day: string | undefined;
  /** Position from 1, among `total`, which is -1 while there are older ones. */
  readonly place: number;
  readonly total: number;
  readonly isShown: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
}

/** One run: when, which task, a line of what came of it, what it changed and cost. */
export const RunRow = memo(function RunRow({ run, day, place, total, isShown, isTabStop, ...on }: RunRowProps) {
  const { id, name, line, startedAt, isRead, state, refused } = run;
  const facts = [costWords(run), refused === 0 ? undefined : `${refused} refused`, runVerdictWords(run)].filter(
    (fact) => fact !== undefined,
  );
  return (
    <li className={styles.item} aria-posinset={place} aria-setsize={total}>
      {day === undefined ? undefined : <h3 className={styles.day}>{day}</h3>}
      <button
        type="button"
        className={styles.row}
        data-row={id}
        data-unread={isRead ? undefined : ''}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isShown ? 'true' : undefined}
        onFocus={on.onFocus}
        onClick={on.onOpen}
      >
        <span className={styles.first}>
          {isRead ? undefined : <span className={styles.dot} role="img" aria-label="Unread" />}
          <span className={styles.name}>
            <VisibleText text={name} />
          </span>
          <time className={styles.time} dateTime={new Date(startedAt).toISOString()} title={formatFullTime(startedAt)}>
            {clockWords(startedAt - (startedAt % 60_000))}
          </time>
        </span>
        <span className={styles.line}>
          <VisibleText text={plainLine(line)} />
        </span>
        <span className={styles.facts}>
          <RunMark state={state} />
          <RunFiles {...run} />
          {facts.map((fact) => (
            <span key={fact} className={styles.fact}>
              {fact}
            </span>
          ))}
        </span>
      </button>
    </li>
  );
});
