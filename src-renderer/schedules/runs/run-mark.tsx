import type { ScheduleRun } from '#contract';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
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

/** Number of changed files, and of added and removed lines, if known; nothing if there are none. */
export function RunFiles({
  files,
  addedLines,
  removedLines,
}: Pick<ScheduleRun, 'files' | 'addedLines' | 'removedLines'>) {
  if (files === 0) return undefined;
  return (
    <span className={styles.files}>
      {plural(files, 'file')}
      {addedLines + removedLines === 0 ? undefined : (
        <>
          {' '}
          <b data-kind="added">+{addedLines}</b> <b data-kind="removed">−{removedLines}</b>
        </>
      )}
    </span>
  );
}
