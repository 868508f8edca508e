import { useCallback, useEffect, useRef, useState } from 'react';
import type { Change, Diff } from '#contract';
import { useLayout } from '../../state/layout.tsx';
import { decisionsToKeep, droppedCount } from './kept-decisions.ts';
import type { KeptDecisions, ReviewState } from './review-model.ts';

export interface DecisionKeeping {
  /** Returns the decisions from before the page was loaded, at this moment. */
  readonly now: () => KeptDecisions | undefined;
  /** Says when decisions on another revision than the one that is shown first could not be kept. */
  readonly begin: (diff: Diff) => void;
  /** Number of hunks whose decisions were dropped. */
  readonly dropped: number;
  readonly dismiss: () => void;
}

/** Key under which the layout keeps what is decided about a change. */
export const decisionsKey = (change: string) => `changes.decisions.${change}`;

/** Keeps what is decided on one proposal, as drafts are kept, until it is answered. */
export function useKeptDecisions({ id }: Change): DecisionKeeping & { readonly keep: (review: ReviewState) => void } {
  const [kept, setKept] = useLayout<KeptDecisions | undefined>(decisionsKey(id), undefined);
  const latest = useRef(kept);
  latest.current = kept;
  const [dropped, setDropped] = useState({ id, count: 0 });

  const put = useCallback(
    (next: KeptDecisions | undefined) => {
      if (JSON.stringify(next) === JSON.stringify(latest.current)) return;
      latest.current = next;
      setKept(next);
    },
    [setKept],
  );
  return {
    now: useCallback(() => latest.current, []),
    begin: useCallback((diff: Diff) => setDropped({ id: diff.id, count: droppedCount(latest.current, diff) }), []),
    dropped: dropped.id === id ? dropped.count : 0,
    dismiss: useCallback(() => setDropped((was) => ({ ...was, count: 0 })), []),
    keep: useCallback((review: ReviewState) => put(decisionsToKeep(review)), [put]),
  };
}

/** Keeps each decision as it is made. */
export function useKeeping(review: ReviewState, isKept: boolean, keep: (review: ReviewState) => void): void {
  const { rejected, partly, revision } = review;
  // biome-ignore lint/correctness/useExhaustiveDependencies: steps along the hunks decide nothing.
  useEffect(() => {
    if (isKept) keep(review);
  }, [rejected, partly, revision, isKept, keep]);
}
