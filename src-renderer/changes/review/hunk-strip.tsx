import { type Dispatch, useEffect, useRef } from 'react';
import type { Hunk } from '#contract';
import { diffCounts, hunkPlace, hunkWords } from '../../text/diff-wording.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './hunk-strip.module.css';
import { VERDICT_WORDS } from './line-decisions.ts';
import type { ReviewState, ReviewStep } from './review-model.ts';
import { verdictOf } from './review-state.ts';

export interface HunkStripProps {
  readonly review: ReviewState;
  /** Whether it can be decided; if not, the strip only leads to the hunks. */
  readonly canDecide: boolean;
  readonly dispatch: Dispatch<ReviewStep>;
}

/** Number of hunks beyond which a button for each does not help to find one: they are walked instead. */
const MAX_SHOWN = 60;

/** Every hunk with its decision, in step with the editor. Only the current hunk's buttons are tab stops. */
export function HunkStrip({ review, canDecide, dispatch }: HunkStripProps) {
  const list = useRef<HTMLUListElement>(null);
  const { current } = review;
  const isLong = review.hunks.length > MAX_SHOWN;

  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[data-current]');
    // One that is alone is in view; asking for it would have the page laid out once more.
    if (!isLong) item?.scrollIntoView?.({ block: 'nearest' });
    const focused = document.activeElement;
    // The focus goes with the current hunk when it is among these buttons.
    if (current === undefined || !(focused instanceof HTMLElement) || !list.current?.contains(focused)) return;
    item?.querySelector<HTMLElement>(`[data-verb="${focused.dataset.verb ?? 'go'}"]`)?.focus();
  }, [current, isLong]);

  if (review.hunks.length === 0) return undefined;
  const at = Math.max(
    0,
    review.hunks.findIndex(({ number }) => number === current),
  );
  const shown = isLong ? review.hunks.slice(at, at + 1) : review.hunks;
  const items = (
    <ul ref={list} className={styles.strip} aria-label="Hunks">
      {shown.map((hunk) => (
        <HunkItem
          // Of many only the current one is there, and its buttons stay for the next.
          key={isLong ? 'current' : hunk.number}
          hunk={hunk}
          review={review}
          canDecide={canDecide}
          dispatch={dispatch}
          isTabStop={isLong || hunk.number === current}
        />
      ))}
    </ul>
  );
  if (!isLong) return items;
  return (
    <div className={styles.pager}>
      <HunkSteps at={at} hunks={review.hunks} onGo={(to) => dispatch({ kind: 'go', to })} />
      {items}
    </div>
  );
}

interface HunkStepsProps {
  readonly at: number;
  readonly hunks: readonly Hunk[];
  readonly onGo: (number: number) => void;
}

function HunkSteps({ at, hunks, onGo }: HunkStepsProps) {
  const step = (by: 1 | -1, label: string, icon: IconName) => {
    const to = hunks[at + by]?.number;
    return (
      <IconButton
        label={label}
        icon={icon}
        size="small"
        aria-disabled={to === undefined}
        onClick={() => to !== undefined && onGo(to)}
      />
    );
  };
  return (
    <>
      {step(-1, 'Previous hunk', 'chevron-left')}
      <span className={styles.count} role="status">
        Hunk {at + 1} of {hunks.length}
      </span>
      {step(1, 'Next hunk', 'chevron-right')}
    </>
  );
}

interface HunkItemProps extends HunkStripProps {
  readonly hunk: Hunk;
  readonly isTabStop: boolean;
}

function HunkItem({ hunk, review, canDecide, dispatch, isTabStop }: HunkItemProps) {
  const { number } = hunk;
  const verdict = verdictOf(review, number);
  const isCurrent = review.current === number;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li className={styles.item} data-current={isCurrent || undefined} data-verdict={canDecide ? verdict : undefined}>
      <button
        type="button"
        className={styles.place}
        data-verb="go"
        tabIndex={tabIndex}
        aria-label={`Hunk ${number}, ${hunkWords(hunk)}${canDecide ? `, ${VERDICT_WORDS[verdict]}` : ''}`}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => dispatch({ kind: 'go', to: number })}
      >
        <HunkFacts hunk={hunk} isPartly={canDecide && verdict === 'partly'} />
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
            aria-pressed={verdict === 'accepted'}
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
            aria-pressed={verdict === 'rejected'}
            onClick={() => dispatch({ kind: 'reject', hunk: number })}
          >
            <Icon name="cross" size={14} /> Reject
          </Button>
        </>
      ) : undefined}
    </li>
  );
}

function HunkFacts({ hunk, isPartly }: { readonly hunk: Hunk; readonly isPartly: boolean }) {
  const { added, removed } = diffCounts([hunk]);
  return (
    <>
      <b>Hunk {hunk.number}</b> <span className={styles.lines}>{hunkPlace(hunk)}</span>{' '}
      {added > 0 ? <span className={styles.added}>+{added}</span> : undefined}{' '}
      {removed > 0 ? <span className={styles.removed}>−{removed}</span> : undefined}
      {hunk.isBlank ? <span className={styles.lines}> blanks</span> : undefined}
      {isPartly ? <span className={styles.partly}> in part</span> : undefined}
    </>
  );
}
