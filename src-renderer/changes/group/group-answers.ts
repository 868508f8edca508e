import { createContext, useCallback, useContext } from 'react';
import type { Decision, Question } from '#contract';

/** A decision about one file of a reply that is sent once all of them are decided. */
export interface HeldAnswer {
  readonly question: string;
  readonly decision: Decision;
  /** Sentence such as `Accepted 2 of 3 hunks of a.txt`. */
  readonly text: string;
}

/** Answers that are held, by the key of their question. */
export type HeldAnswers = ReadonlyMap<string, HeldAnswer>;

/** Progress of the review of one reply's files. */
export interface GroupProgress {
  readonly id: string;
  /** All changes of the group, those answered elsewhere included. */
  readonly count: number;
  readonly decided: number;
  /** Reason why they could not be applied. */
  readonly problem: string | undefined;
  readonly isSending: boolean;
}

export interface GroupAnswers {
  /** The group of a proposal that waits; `undefined` if it is reviewed alone. */
  progressOf(proposal: string): GroupProgress | undefined;
  /** Finds a decision about a proposal that is not sent yet. */
  heldFor(proposal: string): HeldAnswer | undefined;
  hold(question: Question, answer: Pick<HeldAnswer, 'decision' | 'text'>): void;
  /** Takes a decision back, so that it can be made again. */
  release(proposal: string): void;
  /** All questions that wait for a person. */
  readonly waiting: readonly Question[];
}

/** Context of answers by group; absent if changes are reviewed one at a time. */
export const GroupAnswersContext = createContext<GroupAnswers | undefined>(undefined);

export const useGroup = (): GroupAnswers | undefined => useContext(GroupAnswersContext);

/** Takes back what was decided about a change and is not sent: what is decided, edited or written since would not be in it. */
export function useRelease(proposal: string): () => void {
  const group = useGroup();
  return useCallback(() => {
    if (group?.heldFor(proposal) !== undefined) group.release(proposal);
  }, [group, proposal]);
}

/** The proposal a question is about; the question itself where it is about none, such as a deletion. */
export function answerKey({ id, subject }: Pick<Question, 'id' | 'subject'>): string {
  return subject.kind === 'change' ? subject.proposal : id;
}

/** The answers to send: of each group whose waiting questions are all decided; of others none. */
export function completeGroups(
  waiting: readonly Question[],
  held: HeldAnswers,
): ReadonlyMap<string, readonly Question[]> {
  const groups = new Map<string, Question[]>();
  for (const question of waiting) {
    const id = question.group?.id;
    if (id !== undefined) groups.set(id, [...(groups.get(id) ?? []), question]);
  }
  return new Map([...groups].filter(([, questions]) => questions.every((one) => held.has(answerKey(one)))));
}

/** The number of a group's questions that are decided: held here, or answered elsewhere. */
export function decidedCount(group: string, count: number, waiting: readonly Question[], held: HeldAnswers): number {
  const open = waiting.filter((one) => one.group?.id === group && !held.has(answerKey(one)));
  return count - open.length;
}
