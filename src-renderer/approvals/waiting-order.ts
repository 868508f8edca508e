import type { Question } from '#contract';

/** The questions of the session that is shown, then the others; oldest first within each. */
export function currentFirst(waiting: readonly Question[], session: string | undefined): readonly Question[] {
  const isCurrent = (question: Question) => question.session === session;
  return [...waiting.filter(isCurrent), ...waiting.filter((question) => !isCurrent(question))];
}
