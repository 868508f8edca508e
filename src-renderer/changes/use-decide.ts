import { useCallback, useState } from 'react';
import type { Change, Decision, Diff } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorCode, errorText } from '../state/error-text.ts';
import { useLive } from '../state/use-live.ts';
import { announce } from '../ui/announce.ts';
import { acceptedHunks, type ReviewState, reduceReview } from './review-state.ts';

export interface Decide {
  /** Whether the change's question waits, so that it can be answered. */
  readonly isAsked: boolean;
  readonly isDeciding: boolean;
  readonly problem: string | undefined;
  /** Writes the accepted hunks; with none accepted, refuses. */
  readonly apply: () => void;
  readonly rejectAll: () => void;
}

export interface DecideOptions {
  readonly change: Change;
  readonly review: ReviewState;
  /** Sends what was typed, so that what is allowed is what is seen. */
  readonly settle: () => Promise<Diff | undefined>;
  readonly note: string;
}

/** Answers the question that a proposed change waits for. */
export function useDecide({ change, review, settle, note }: DecideOptions): Decide {
  const api = useApi();
  const live = useLive((remote, signal) => remote.approvals.waiting(undefined, { signal }), []);
  const [isDeciding, setDeciding] = useState(false);
  const [failure, setFailure] = useState<{ readonly id: string; readonly text: string } | undefined>(undefined);
  const waiting = live.status === 'ready' ? live.value : [];
  const question = waiting.find(({ subject }) => subject.kind === 'change' && subject.proposal === change.id)?.id;

  const answer = useCallback(
    async (make: () => Promise<Decision | undefined>) => {
      if (question === undefined || isDeciding) return;
      setDeciding(true);
      setFailure(undefined);
      try {
        const decision = await make();
        if (decision !== undefined) {
          await api.approvals.decide({ question, decision });
          announce(decision.verdict === 'allow' ? `Applied: ${change.shownPath}` : `Rejected: ${change.shownPath}`);
        }
      } catch (error) {
        setFailure({ id: change.id, text: failureWords(error) });
      }
      setDeciding(false);
    },
    [api, question, isDeciding, change],
  );

  const apply = useCallback(
    () =>
      void answer(async () => {
        const diff = await settle();
        return diff && decisionFor(diff, review, note);
      }),
    [answer, settle, review, note],
  );
  const rejectAll = useCallback(() => void answer(async () => refusal(note)), [answer, note]);

  return {
    isAsked: question !== undefined,
    isDeciding,
    problem: failure?.id === change.id ? failure.text : undefined,
    apply,
    rejectAll,
  };
}

/** What "Apply accepted" means for this revision: decisions carry over to its hunks, and none accepted is a refusal. */
export function decisionFor(diff: Diff, review: ReviewState, note: string): Decision {
  const told = note.trim() === '' ? {} : { note: note.trim() };
  // Without text there may be no hunk to choose: then it is all or nothing.
  if (diff.noText !== undefined && diff.hunks.length === 0) return { verdict: 'allow', ...told };
  const accepted = acceptedHunks(reduceReview(review, { kind: 'show', diff }));
  if (accepted.length === 0) return refusal(note);
  return { verdict: 'allow', change: { revision: diff.revision, accepted }, ...told };
}

function refusal(note: string): Decision {
  return note.trim() === '' ? { verdict: 'refuse' } : { verdict: 'refuse', reason: note.trim() };
}

function failureWords(error: unknown): string {
  const text = errorText(error);
  if (errorCode(error) === 'CONFLICT')
    return `It changed meanwhile and is shown as it is now: look at it again. ${text}`;
  if (errorCode(error) === 'NOT_FOUND') return `It was already answered or withdrawn. ${text}`;
  return `Not answered: ${text}`;
}
