import type { Decision, Diff } from '#contract';
import { MAX_REASON } from '#contract/message-limits';
import { commentsToSend, type LineComment } from '../comments/comments.ts';
import type { ReviewState } from '../review/review-model.ts';
import { acceptedHunks, partlyAccepted, reduceReview } from '../review/review-state.ts';

/** Remarks to the model beside the decision. */
export interface DecisionRemarks {
  readonly note: string;
  readonly comments: readonly LineComment[];
}

/**
 * Builds the decision of "Apply accepted" for this revision: decisions carry over to its hunks, and none accepted is a
 * refusal.
 */
export function decisionFor(diff: Diff, review: ReviewState, told: DecisionRemarks): Decision {
  const note = told.note.trim() === '' ? {} : { note: told.note.trim() };
  // Without text there may be no hunk to choose: then it is all or nothing.
  if (diff.noText !== undefined && diff.hunks.length === 0) return { verdict: 'allow', ...note };
  const shown = reduceReview(review, { kind: 'show', diff });
  const [accepted, partly, comments] = [acceptedHunks(shown), partlyAccepted(shown), commentsToSend(told.comments)];
  if (accepted.length === 0 && partly.length === 0) return refusalDecision(told);
  const rest = { ...(partly.length > 0 && { partly }), ...(comments.length > 0 && { comments }) };
  return { verdict: 'allow', change: { revision: diff.revision, accepted, ...rest }, ...note };
}

/**
 * A refusal has one text: comments follow the note, each with its line.
 *
 * @throws Error where that is longer than can be sent: the last comments are not cut off unsaid
 */
export function refusalDecision({ note, comments }: DecisionRemarks): Decision {
  const remarks = comments
    .filter(({ text }) => text.trim() !== '')
    .map(
      ({ side, line, about, text }) =>
        `${side === 'old' ? 'Old' : 'Proposed'} line ${line} (${about.trim()}): ${text.trim()}`,
    );
  const reason = [note.trim(), ...remarks].filter(Boolean).join('\n');
  if (reason.length > MAX_REASON) {
    const [length, most] = [reason.length, MAX_REASON].map((count) => count.toLocaleString('en'));
    throw new Error(
      `The note and the comments together are ${length} characters, and a refusal holds ${most}: shorten them.`,
    );
  }
  return reason === '' ? { verdict: 'refuse' } : { verdict: 'refuse', reason };
}
