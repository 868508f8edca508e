import type { AcceptedChange, Decision, Question } from '#contract';
import { AppError } from '#core/app-error';

/** A change that waits, as answers about it are checked. */
export interface ReviewableChange {
  readonly revision: number;
  /** Explains that the answer is about hunks or lines it does not have; `undefined` if it has them. */
  problemWith(answer: AcceptedChange): string | undefined;
}

/**
 * Checks that an answer about a file change is about the revision the person saw: one that has been revised elsewhere meanwhile is not
 * allowed by it.
 *
 * @throws AppError CONFLICT; INVALID_INPUT for hunks, lines or comments that fit nothing it shows
 */
export function checkAnswer(
  { subject }: Pick<Question, 'subject'>,
  decision: Decision,
  reviewed: (proposal: string) => ReviewableChange | undefined,
): void {
  if (subject.kind !== 'change' || decision.verdict !== 'allow' || !decision.change) return;
  const present = reviewed(subject.proposal);
  if (present === undefined) return;
  if (present.revision !== decision.change.revision) {
    throw new AppError('CONFLICT', `The change of ${subject.shownPath} has been revised since it was shown`, {
      advice: 'Look at it again, then answer.',
    });
  }
  const problem = present.problemWith(decision.change);
  if (problem === undefined) return;
  throw new AppError('INVALID_INPUT', `The answer does not fit the change of ${subject.shownPath}: ${problem}`);
}
