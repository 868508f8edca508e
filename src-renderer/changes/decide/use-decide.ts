import { useCallback, useState } from 'react';
import type { Change, Decision, Question } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { longRemark } from '../../permissions/long-remark.ts';
import { errorCode, errorText, failureText } from '../../state/error-text.ts';
import { useLive } from '../../state/use-live.ts';
import { announce } from '../../ui/announce.ts';
import { answerKey, type GroupProgress, useGroup } from '../group/group-answers.ts';
import { type DecisionRemarks, refusalDecision } from './decision-for.ts';
import type { ShownDecision } from './use-after-decision.ts';

export interface DecisionActions {
  /** Whether the change's question waits, so that it can be answered. */
  readonly isAsked: boolean;
  readonly isDeciding: boolean;
  readonly problem: string | undefined;
  /** Writes the accepted hunks; with none accepted, refuses. */
  readonly apply: () => void;
  readonly rejectAll: () => void;
  /** The review that the change is a part of; its files are written once all of them are decided. */
  readonly group: GroupProgress | undefined;
  /** Decision about it that waits for the rest of its group. */
  readonly held: string | undefined;
  /** Takes that decision back. */
  readonly release: () => void;
}

export interface DecideOptions {
  readonly change: Change;
  /** Number of its hunks. */
  readonly hunks: number;
  /** Builds the answer of "Apply accepted"; `undefined` if that is not possible, which is then shown elsewhere. */
  readonly accept: () => Promise<Decision | undefined>;
  readonly told: DecisionRemarks;
  /** The answer was taken; says what it was. */
  readonly onDecided: (decided: ShownDecision) => void;
}

/** Answers the question that a proposed change waits for. */
export function useDecide({ change, hunks, accept, told, onDecided }: DecideOptions): DecisionActions {
  const live = useLive((remote, signal) => remote.approvals.waiting(undefined, { signal }), []);
  // Another change may be shown, and answered, while an answer is on its way.
  const [deciding, setDeciding] = useState(NO_CHANGES);
  const [failures, setFailures] = useState(NO_FAILURES);
  const isDeciding = deciding.has(change.id);
  const waiting = live.status === 'ready' ? live.value : [];
  const question = waiting.find((one) => answerKey(one) === change.id);
  const group = useGroup();
  const progress = group?.progressOf(change.id);
  const isGrouped = progress !== undefined;
  const send = useSendDecision(isGrouped);

  const answer = useCallback(
    async (make: () => Promise<Decision | undefined>) => {
      if (question === undefined || isDeciding) return;
      setDeciding((ids) => new Set([...ids, change.id]));
      setFailures((all) => withFailure(all, change.id, undefined));
      try {
        const decision = await make();
        if (decision !== undefined) {
          const words = isGrouped ? heldWords : decisionWords;
          const text = words(decision, change, hunks);
          await send(question, decision, text);
          announce(text);
          onDecided({ change, text, isHeld: isGrouped });
        }
      } catch (error) {
        setFailures((all) => withFailure(all, change.id, decisionFailure(error)));
      }
      setDeciding((ids) => new Set([...ids].filter((id) => id !== change.id)));
    },
    [send, isGrouped, question, isDeciding, change, hunks, onDecided],
  );

  const apply = useCallback(() => void answer(accept), [answer, accept]);
  const rejectAll = useCallback(() => void answer(async () => refusalDecision(told)), [answer, told]);

  return {
    isAsked: question !== undefined,
    isDeciding: isDeciding || progress?.isSending === true,
    problem: progress?.problem ?? failures.get(change.id),
    apply,
    rejectAll,
    group: progress,
    held: group?.heldFor(change.id)?.text,
    release: () => group?.release(change.id),
  };
}

const NO_CHANGES: ReadonlySet<string> = new Set();
const NO_FAILURES: ReadonlyMap<string, string> = new Map();

function withFailure(
  all: ReadonlyMap<string, string>,
  change: string,
  text: string | undefined,
): ReadonlyMap<string, string> {
  const others = new Map([...all].filter(([id]) => id !== change));
  return text === undefined ? others : others.set(change, text);
}

/** Sends an answer; one of a group is held until all of the group are decided. */
function useSendDecision(isGrouped: boolean): (question: Question, decision: Decision, text: string) => Promise<void> {
  const api = useApi();
  const group = useGroup();
  return useCallback(
    async (question, decision, text) => {
      const tooLong = longRemark(decision);
      if (tooLong !== undefined) throw new Error(tooLong);
      if (isGrouped && group) group.hold(question, { decision, text });
      else await api.approvals.decide({ question: question.id, decision });
    },
    [api, group, isGrouped],
  );
}

/** Describes a decision, such as `Applied 2 of 3 hunks to a.txt`. */
function decisionWords(decision: Decision, { shownPath: path }: Change, hunks: number): string {
  if (decision.verdict === 'refuse') return `Refused: nothing was written to ${path}.`;
  const partly = decision.change?.partly?.length ?? 0;
  const written = (decision.change?.accepted.length ?? hunks) + partly;
  if (partly > 0) return `Applied ${written} of ${hunks} hunks to ${path}, ${partly} of them in part.`;
  return written === hunks ? `Applied all of it to ${path}.` : `Applied ${written} of ${hunks} hunks to ${path}.`;
}

/** Words for a decision that is not yet written. */
function heldWords(decision: Decision, { shownPath: path, change }: Change, hunks: number): string {
  if (decision.verdict === 'refuse') return `Decided: ${path} is rejected.`;
  if (change === 'deleted') return `Decided: ${path} is deleted.`;
  const count = (decision.change?.accepted.length ?? hunks) + (decision.change?.partly?.length ?? 0);
  return count === hunks ? `Decided: all of ${path}.` : `Decided: ${count} of ${hunks} hunks of ${path}.`;
}

function decisionFailure(error: unknown): string {
  const text = errorText(error);
  if (errorCode(error) === 'CONFLICT')
    return `It changed in the meantime and is shown as it is now. Read it again. ${text}`;
  if (errorCode(error) === 'NOT_FOUND') return `It was already answered or withdrawn. ${text}`;
  return failureText('Not answered', error);
}
