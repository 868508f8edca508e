import { type Dispatch, useEffect, useRef } from 'react';
import type { Hunk } from '#contract';
import { Button } from '../ui/button.tsx';
import { diffCounts, hunkPlace, hunkWords } from '../ui/diff-wording.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './hunk-strip.module.css';
import { isAccepted, type ReviewState, type ReviewStep } from './review-state.ts';

export interface HunkStripProps {
  readonly review: ReviewState;
  /** False for what has happened already: then it only leads to the hunks. */
  readonly canDecide: boolean;
  readonly dispatch: Dispatch<ReviewStep>;
}

/** Every hunk with its decision, in step with the editor. Only the current hunk's buttons are tab stops. */
export function HunkStrip({ review, canDecide, dispatch }: HunkStripProps) {
  const list = useRef<HTMLUListElement>(null);
  const { current } = review;

  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[data-current]');
    item?.scrollIntoView?.({ block: 'nearest' });
    const focused = document.activeElement;
    // The focus goes with the current hunk when it is among these buttons.
    if (current === undefined || !(focused instanceof HTMLElement) || !list.current?.contains(focused)) return;
    item?.querySelector<HTMLElement>(`[data-verb="${focused.dataset.verb ?? 'go'}"]`)?.focus();
  }, [current]);

  if (review.hunks.length === 0) return undefined;
  return (
    <ul ref={list} className={styles.strip} aria-label="Hunks">
      {review.hunks.map((hunk) => (
        <HunkItem key={hunk.number} hunk={hunk} review={review} canDecide={canDecide} dispatch={dispatch} />
      ))}
    </ul>
  );
}

function HunkItem({ hunk, review, canDecide, dispatch }: HunkStripProps & { readonly hunk: Hunk }) {
  const { number } = hunk;
  const { added, removed } = diffCounts([hunk]);
  const accepted = isAccepted(review, number);
  const isCurrent = review.current === number;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li className={styles.item} data-current={isCurrent || undefined} data-rejected={!accepted || undefined}>
      <button
        type="button"
        className={styles.place}
        data-verb="go"
        tabIndex={tabIndex}
        aria-label={`Hunk ${number}, ${hunkWords(hunk)}`}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => dispatch({ kind: 'go', to: number })}
      >
        <b>Hunk {number}</b> <span className={styles.lines}>{hunkPlace(hunk)}</span>{' '}
        {added > 0 ? <span className={styles.added}>+{added}</span> : undefined}{' '}
        {removed > 0 ? <span className={styles.removed}>−{removed}</span> : undefined}
      </button>
      {canDecide ? (
        <>
          <Button
            size="small"
            variant="ghost"
            className={styles.accept ?? ''}
            data-verb="accept"
            tabIndex={tabIndex}
            aria-label={`Accept hunk ${number}`}
            aria-pressed={accepted}
            onClick={() => dispatch({ kind: 'accept', hunk: number })}
          >
            <Icon name="check" size={14} /> Accept
          </Button>
          <Button
            size="small"
            variant="ghost"
            className={styles.reject ?? ''}
            data-verb="reject"
            tabIndex={tabIndex}
            aria-label={`Reject hunk ${number}`}
            aria-pressed={!accepted}
            onClick={() => dispatch({ kind: 'reject', hunk: number })}
          >
            <Icon name="cross" size={14} /> Reject
          </Button>
        </>
      ) : undefined}
    </li>
  );
}
