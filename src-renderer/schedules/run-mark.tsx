import type { ScheduleRun } from '#contract';
import { Icon } from '../ui/icon.tsx';
import styles from './run-mark.module.css';
import { RUN_STATES } from './run-words.ts';

/** The state of a run in words, with its icon; the colour only repeats them. */
export function RunMark({ state }: Pick<ScheduleRun, 'state'>) {
  const { text, icon, tone } = RUN_STATES[state];
  return (
    <span className={styles.mark} data-tone={tone}>
      <Icon name={icon} size={14} />
      {text}
    </span>
  );
}

/** How many files it changed, and how many lines it added and removed; nothing where it changed none. */
export function RunFiles({
  files,
  addedLines,
  removedLines,
}: Pick<ScheduleRun, 'files' | 'addedLines' | 'removedLines'>) {
  if (files === 0) return undefined;
  return (
    <span className={styles.files}>
      {files === 1 ? '1 file' : `${files} files`} <b data-kind="added">+{addedLines}</b>{' '}
      <b data-kind="removed">−{removedLines}</b>
    </span>
  );
}
