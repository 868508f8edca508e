import { DiffLines } from '../ui/diff-lines.tsx';
import { hunkWords } from '../ui/diff-wording.ts';
import styles from './accessible-diff.module.css';
import { isAccepted, type ReviewState } from './review-state.ts';

/** The same diff as one list of lines with words and marks, hunk after hunk. */
export function AccessibleDiff({ review, canDecide }: { readonly review: ReviewState; readonly canDecide: boolean }) {
  return (
    <div className={styles.diff}>
      {review.hunks.length === 0 ? <p className={styles.none}>Both sides have the same lines.</p> : undefined}
      {review.hunks.map((hunk) => {
        const decision = isAccepted(review, hunk.number) ? 'accepted' : 'rejected';
        return (
          <section
            key={hunk.number}
            className={styles.hunk}
            data-current={hunk.number === review.current || undefined}
            data-rejected={decision === 'rejected' || undefined}
          >
            <h3 className={styles.title}>
              Hunk {hunk.number}: {hunkWords(hunk)}
              {canDecide ? `, ${decision}` : ''}
            </h3>
            <DiffLines label={`Lines of hunk ${hunk.number}`} lines={hunk.lines} />
          </section>
        );
      })}
    </div>
  );
}
