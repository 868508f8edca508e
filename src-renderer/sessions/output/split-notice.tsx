import type { CommandView } from '#contract';
import { Icon } from '../../ui/icon.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './split-notice.module.css';

export interface SplitNoticeProps {
  readonly split: NonNullable<CommandView['split']>;
  /** Exit code of the whole line, as bash would report it. */
  readonly exitCode: number | undefined;
}

const TREATMENTS = {
  filtered: 'Run whole, then filtered',
  empty: 'Run whole, it printed nothing',
  slow: 'Run whole; slow, so it was not filtered',
  'filter-failed': 'Run whole; the filter failed',
  'not-filtered': 'Run whole, not filtered',
} as const;

/** Notice about a filter that was removed from a command and run on all of its output, and how either ended. */
export function SplitNotice({ split, exitCode }: SplitNoticeProps) {
  const { producer, filter, producerExitCode, treatment, notice } = split;
  const differ = producerExitCode !== undefined && producerExitCode !== exitCode;
  return (
    <section className={styles.split} aria-label="Filter taken off">
      <Icon name="filter" size={14} />
      <div className={styles.words}>
        <p>
          <b>{TREATMENTS[treatment]}:</b>{' '}
          <code>
            <VisibleText text={producer} />
          </code>{' '}
          <code className={styles.removed}>
            <VisibleText text={`| ${filter}`} />
          </code>
        </p>
        {notice === '' ? undefined : (
          <p className={styles.notice}>
            <VisibleText text={notice} />
          </p>
        )}
        {differ ? (
          <p className={styles.codes}>
            The whole line ended with exit code {exitCode ?? 'unknown'},{' '}
            <code>
              <VisibleText text={producer} />
            </code>{' '}
            alone with <b>{producerExitCode}</b>.
          </p>
        ) : undefined}
      </div>
    </section>
  );
}
