import type { Answerer, Decision, Question } from '#contract';

/** A decision, with who made it where that was no person in the app. */
export type ApprovalAnswer = Decision & {
  readonly decider?:
    | { readonly by: 'rule'; readonly rule: string }
    | { readonly by: 'person'; readonly person: Answerer }
    | undefined;
};

/** Decider as recorded. */
export function deciderOf({ decider }: Pick<ApprovalAnswer, 'decider'>) {
  return decider ?? ({ by: 'person' } as const);
}

/**
 * Asks a person. Rejects with the signal's reason when the question was withdrawn, or an AppError CANCELLED when nobody
 * can answer any more.
 */
export type QuestionAsker = (question: Question, signal: AbortSignal) => Promise<ApprovalAnswer>;
