import type { ScheduleRun } from '#contract';
import { plural } from '../../ui/format.ts';
import { StateText } from '../../ui/state-text.tsx';
import styles from './run-mark.module.css';
import { RUN_STATES } from './run-words.ts';

/** The state of a run. */
export function RunMark({ state }: Pick<ScheduleRun, 'state'>) {
  return <StateText {...RUN_STATES[state]} />;
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
