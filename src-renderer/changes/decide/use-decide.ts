import { useCallback, useState } from 'react';
import type { Change, Decision, Diff, Question } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorCode, errorText } from '../../state/error-text.ts';
import { useLive } from '../../state/use-live.ts';
import { announce } from '../../ui/announce.ts';
import { type LineComment, toldComments } from '../comments/comments.ts';
import { type GroupProgress, useGroup } from '../group/group-answers.ts';
import type { ReviewState } from '../review/review-model.ts';
import { acceptedHunks, partlyAccepted, reduceReview } from '../review/review-state.ts';
import type { Decided } from './use-after-decision.ts';

export interface Decide {
  /** Whether the change's question waits, so that it can be answered. */
  readonly isAsked: boolean;
  readonly isDeciding: boolean;
  readonly problem: string | undefined;
  /** Writes the accepted hunks; with none accepted, refuses. */
  readonly apply: () => void;
  readonly rejectAll: () => void;
  /** The review that the change is a part of; its files are written once all of them are decided. */
  readonly group: GroupProgress | undefined;
  /** What was decided about it and waits for the rest of its group. */
  readonly held: string | undefined;
  /** Takes that decision back. */
  readonly release: () => void;
}

/** What the model is told beside the decision. */
export interface Told {
  readonly note: string;
  readonly comments: readonly LineComment[];
}

export interface DecideOptions {
  readonly change: Change;
  readonly review: ReviewState;
  /** Sends what was typed, so that what is allowed is what is seen. */
  readonly settle: () => Promise<Diff | undefined>;
  readonly told: Told;
  /** The answer was taken; says what it was. */
  readonly onDecided: (decided: Decided) => void;
}

/** Answers the question that a proposed change waits for. */
export function useDecide({ change, review, settle, told, onDecided }: DecideOptions): Decide {
  const live = useLive((remote, signal) => remote.approvals.waiting(undefined, { signal }), []);
  const [isDeciding, setDeciding] = useState(false);
  const [failure, setFailure] = useState<{ readonly id: string; readonly text: string } | undefined>(undefined);
  const waiting = live.status === 'ready' ? live.value : [];
  const question = waiting.find(({ subject }) => subject.kind === 'change' && subject.proposal === change.id);
  const group = useGroup();
  const progress = group?.progressOf(change.id);
  const isGrouped = progress !== undefined;
  const send = useSend(isGrouped);

  const answer = useCallback(
    async (make: () => Promise<Decision | undefined>) => {
      if (question === undefined || isDeciding) return;
      setDeciding(true);
      setFailure(undefined);
      try {
        const decision = await make();
        if (decision !== undefined) {
          const words = isGrouped ? heldWords : verdictWords;
          const text = words(decision, change.shownPath, review.hunks.length);
          await send(question, decision, text);
          announce(text);
          onDecided({ change, text, isHeld: isGrouped });
        }
      } catch (error) {
        setFailure({ id: change.id, text: failureWords(error) });
      }
      setDeciding(false);
    },
    [send, isGrouped, question, isDeciding, change, review, onDecided],
  );

  const apply = useCallback(
    () =>
      void answer(async () => {
        const diff = await settle();
        return diff && decisionFor(diff, review, told);
      }),
    [answer, settle, review, told],
  );
  const rejectAll = useCallback(() => void answer(async () => refusal(told)), [answer, told]);

  return {
    isAsked: question !== undefined,
    isDeciding: isDeciding || progress?.isSending === true,
    problem: progress?.problem ?? (failure?.id === change.id ? failure.text : undefined),
    apply,
    rejectAll,
    group: progress,
    held: group?.heldFor(change.id)?.text,
    release: () => group?.release(change.id),
  };
}

/** Sends an answer; one of a group is held until all of the group are decided. */
function useSend(isGrouped: boolean): (question: Question, decision: Decision, text: string) => Promise<void> {
  const api = useApi();
  const group = useGroup();
  return useCallback(
    async (question, decision, text) => {
      if (isGrouped && group) group.hold(question, { decision, text });
      else await api.approvals.decide({ question: question.id, decision });
    },
    [api, group, isGrouped],
  );
}

/** What "Apply accepted" means for this revision: decisions carry over to its hunks, and none accepted is a refusal. */
export function decisionFor(diff: Diff, review: ReviewState, told: Told): Decision {
  const note = told.note.trim() === '' ? {} : { note: told.note.trim() };
  // Without text there may be no hunk to choose: then it is all or nothing.
  if (diff.noText !== undefined && diff.hunks.length === 0) return { verdict: 'allow', ...note };
  const shown = reduceReview(review, { kind: 'show', diff });
  const [accepted, partly, comments] = [acceptedHunks(shown), partlyAccepted(shown), toldComments(told.comments)];
  if (accepted.length === 0 && partly.length === 0) return refusal(told);
  const rest = { ...(partly.length > 0 && { partly }), ...(comments.length > 0 && { comments }) };
  return { verdict: 'allow', change: { revision: diff.revision, accepted, ...rest }, ...note };
}

/** Such as `Applied 2 of 3 hunks to a.txt`. */
function verdictWords(decision: Decision, path: string, hunks: number): string {
  if (decision.verdict === 'refuse') return `Refused: nothing was written to ${path}.`;
  const partly = decision.change?.partly?.length ?? 0;
  const written = (decision.change?.accepted.length ?? hunks) + partly;
  if (partly > 0) return `Applied ${written} of ${hunks} hunks to ${path}, ${partly} of them in part.`;
  return written === hunks ? `Applied all of it to ${path}.` : `Applied ${written} of ${hunks} hunks to ${path}.`;
}

/** The same before it is written. */
function heldWords(decision: Decision, path: string, hunks: number): string {
  if (decision.verdict === 'refuse') return `Decided: ${path} is rejected.`;
  const count = (decision.change?.accepted.length ?? hunks) + (decision.change?.partly?.length ?? 0);
  return count === hunks ? `Decided: all of ${path}.` : `Decided: ${count} of ${hunks} hunks of ${path}.`;
}

/** A refusal has one text: comments follow the note, each with its line. */
function refusal({ note, comments }: Told): Decision {
  const remarks = comments
    .filter(({ text }) => text.trim() !== '')
    .map(
      ({ side, line, about, text }) =>
        `${side === 'old' ? 'Old' : 'Proposed'} line ${line} (${about.trim()}): ${text.trim()}`,
    );
  const reason = [note.trim(), ...remarks].filter(Boolean).join('\n').slice(0, MAX_REASON);
  return reason === '' ? { verdict: 'refuse' } : { verdict: 'refuse', reason };
}

/** In characters, as the contract has it. */
const MAX_REASON = 10_000;

function failureWords(error: unknown): string {
  const text = errorText(error);
  if (errorCode(error) === 'CONFLICT')
    return `It changed meanwhile and is shown as it is now: look at it again. ${text}`;
  if (errorCode(error) === 'NOT_FOUND') return `It was already answered or withdrawn. ${text}`;
  return `Not answered: ${text}`;
}
