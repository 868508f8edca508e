import type { Change } from '#contract';
import { plural } from '../../ui/format.ts';
import { useGroup } from './group-answers.ts';
import styles from './group-heading.module.css';

/**
 * Heading above the first file of a reply whose files are reviewed together: their number, and the progress of the
 * review.
 */
export function GroupHeading({ change, before }: { readonly change: Change; readonly before: Change | undefined }) {
  const group = useGroup();
  const progress = group?.progressOf(change.id);
  const isFirst = before === undefined || group?.progressOf(before.id)?.id !== progress?.id;
  if (progress === undefined || !isFirst) return undefined;
  return (
    <p className={styles.heading}>
      <b>{plural(progress.count, 'change')} of one reply</b>
      <span className={styles.count}>
        {progress.decided} of {progress.count} decided
      </span>
    </p>
  );
}
