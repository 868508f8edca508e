import type { Decision, Question } from '#contract';
import { AppError } from '#core/app-error';

/**
 * An answer about a file change is about the revision the person saw: one that has been revised elsewhere meanwhile is not
 * allowed by it.
 *
 * @throws AppError CONFLICT
 */
export function checkAnswer(
  { subject }: Pick<Question, 'subject'>,
  decision: Decision,
  revisionOf: (proposal: string) => number | undefined,
): void {
  if (subject.kind !== 'change' || decision.verdict !== 'allow' || !decision.change) return;
  const present = revisionOf(subject.proposal);
  if (present === undefined || present === decision.change.revision) return;
  throw new AppError('CONFLICT', `The change of ${subject.shownPath} has been revised since it was shown`, {
    advice: 'Look at it again, then answer.',
  });
}
