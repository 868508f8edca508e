import { type Dispatch, useCallback, useReducer, useState } from 'react';
import type { Change, Diff } from '#contract';
import { textStart } from '#contract/text-ends';
import { hunkWords, lineWords } from '../../text/diff-wording.ts';
import { announce } from '../../ui/announce.ts';
import { useRelease } from '../group/group-answers.ts';
import { VERDICT_WORDS } from './line-decisions.ts';
import type { LinePlace, ReviewState, ReviewStep } from './review-model.ts';
import {
  currentHunk,
  currentLine,
  isLineAccepted,
  lineTarget,
  nothingToReview,
  reduceReview,
  stepTarget,
  verdictOf,
} from './review-state.ts';
import { type DecisionKeeping, useKeeping, useKeptDecisions } from './use-kept-decisions.ts';

export interface DiffReview {
  readonly review: ReviewState;
  readonly dispatch: Dispatch<ReviewStep>;
  /** A step taken by key, along hunks or, once entered, along lines. It says where it led: nothing under the focus changes. */
  readonly step: (to: 'next' | 'previous') => void;
  readonly stepHunk: (to: 'next' | 'previous') => void;
  /** Decides the current line, or the current hunk if none is. */
  readonly decide: (verdict: 'accept' | 'reject' | 'toggle') => void;
  readonly enterLines: () => void;
  /** Whether there were lines to leave. */
  readonly leaveLines: () => boolean;
  readonly keeping: DecisionKeeping;
}

/** The decisions about the change that is shown, and the hunk or line that the keys act on. */
export function useDiffReview(change: Change, diff: Diff | undefined): DiffReview {
  const [kept, take] = useReducer(reduceReview, nothingToReview);
  const dispatch = useDispatch(change, take);
  const review = kept.id === change.id ? kept : nothingToReview;
  const canDecide = change.state === 'proposed';

  const keeping = useKeptDecisions(change);
  const { now, begin, keep } = keeping;
  // While it is rendered and not in an effect: the editor would be made beside panels that have yet to come, and made to fit again.
  const [shown, setShown] = useState<Diff | undefined>(undefined);
  if (diff !== undefined && diff !== shown) {
    setShown(diff);
    if (kept.id !== diff.id) begin(diff);
    dispatch({ kind: 'show', diff, kept: now() });
  }
  useKeeping(review, canDecide && review.id === change.id, keep);

  const stepHunk = useCallback(
    (to: 'next' | 'previous') => {
      const next = stepTarget(review, to);
      dispatch({ kind: 'go', to });
      announce(next === review.current ? `No ${to} hunk` : hunkPlaceWords(review, next, canDecide));
    },
    [review, canDecide, dispatch],
  );
  const step = useCallback(
    (to: 'next' | 'previous') => {
      const here = currentLine(review);
      if (here === undefined) return stepHunk(to);
      const next = lineTarget(review, to);
      dispatch({ kind: 'go-line', to });
      announce(
        next?.hunk === here.hunk && next.line === here.line ? `No ${to} line` : linePlaceWords(review, next, canDecide),
      );
    },
    [review, canDecide, stepHunk, dispatch],
  );
  const decide = useCallback(
    (verdict: 'accept' | 'reject' | 'toggle') => {
      const decided = canDecide ? decisionStep(review, verdict) : undefined;
      if (decided === undefined) return;
      dispatch(decided.step);
      announce(decided.words);
    },
    [review, canDecide, dispatch],
  );
  const enterLines = useCallback(() => {
    const entered = reduceReview(review, { kind: 'enter-lines' });
    if (entered.line === undefined) return announce('There are no lines to enter');
    dispatch({ kind: 'enter-lines' });
    announce(linePlaceWords(entered, currentLine(entered), canDecide));
  }, [review, canDecide, dispatch]);
  const leaveLines = useCallback(() => {
    if (review.line === undefined) return false;
    dispatch({ kind: 'leave-lines' });
    announce(hunkPlaceWords(review, review.current, canDecide));
    return true;
  }, [review, canDecide, dispatch]);
  return { review, dispatch, step, stepHunk, decide, enterLines, leaveLines, keeping };
}

/** A decision takes back what was decided about the change before, and waits for the rest of its reply. */
function useDispatch({ id }: Change, take: Dispatch<ReviewStep>): Dispatch<ReviewStep> {
  const release = useRelease(id);
  return useCallback(
    (step) => {
      if (DECISIONS.has(step.kind)) release();
      take(step);
    },
    [take, release],
  );
}

const DECISIONS: ReadonlySet<ReviewStep['kind']> = new Set([
  'accept',
  'reject',
  'accept-all',
  'reject-all',
  'decide-line',
]);

/** The step that a verdict by key takes, and how it is said. */
function decisionStep(review: ReviewState, verdict: 'accept' | 'reject' | 'toggle') {
  const hunk = currentHunk(review);
  if (hunk === undefined) return undefined;
  const { number } = hunk;
  const place = review.line;
  if (place === undefined) {
    if (verdict === 'toggle') return undefined;
    return { step: { kind: verdict, hunk: number } as const, words: `Hunk ${number} ${verdict}ed` };
  }
  const line = hunk.lines[place];
  if (line === undefined || line.kind === 'same') return undefined;
  const isAccepted = verdict === 'toggle' ? !isLineAccepted(review, number, place) : verdict === 'accept';
  const words = `${lineWords(line)} ${isAccepted ? 'accepted' : 'rejected'}`;
  return { step: { kind: 'decide-line', hunk: number, line: place, isAccepted } as const, words };
}

/** Describes a hunk, such as `Hunk 2 of 3: line 20, 1 added, 1 removed, accepted`. */
function hunkPlaceWords(review: ReviewState, number: number | undefined, canDecide: boolean): string {
  const hunk = review.hunks.find((one) => one.number === number);
  if (hunk === undefined) return 'There are no hunks';
  const verdict = canDecide ? `, ${VERDICT_WORDS[verdictOf(review, hunk.number)]}` : '';
  return `Hunk ${hunk.number} of ${review.hunks.length}: ${hunkWords(hunk)}${verdict}`;
}

/** Describes a line, such as `added line 12, accepted: return 4;`. */
function linePlaceWords(review: ReviewState, at: LinePlace | undefined, canDecide: boolean): string {
  const line = at && review.hunks.find(({ number }) => number === at.hunk)?.lines[at.line];
  if (at === undefined || line === undefined) return '';
  const isDecided = canDecide && line.kind !== 'same';
  const verdict = isDecided ? `, ${isLineAccepted(review, at.hunk, at.line) ? 'accepted' : 'rejected'}` : '';
  return `${lineWords(line)}${verdict}: ${textStart(line.text, MAX_SPOKEN) || 'blank'}`;
}

/** Characters of a line that are read out. */
const MAX_SPOKEN = 200;
