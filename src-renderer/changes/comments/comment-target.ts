import type { Dispatch } from 'react';
import { changedPlaces } from '../review/line-decisions.ts';
import type { ReviewState, ReviewStep } from '../review/review-model.ts';
import { currentHunk } from '../review/review-state.ts';
import { type CommentPlace, isSameCommentPlace, placeOfLine } from './comments.ts';

/** Place that the keys comment on: the current line, else the first changed line of the current hunk. */
export function commentTarget(
  review: ReviewState,
): { readonly place: CommentPlace; readonly about: string } | undefined {
  const hunk = currentHunk(review);
  const line = hunk?.lines[review.line ?? changedPlaces(hunk)[0] ?? -1];
  const place = line && placeOfLine(line);
  return line === undefined || place === undefined ? undefined : { place, about: line.text };
}

/** Makes the line of a comment the current one, where it is in a hunk. */
export function showLine(review: ReviewState, place: CommentPlace, dispatch: Dispatch<ReviewStep>): void {
  for (const hunk of review.hunks) {
    const line = hunk.lines.findIndex((one) => {
      const own = placeOfLine(one);
      return own !== undefined && isSameCommentPlace(own, place);
    });
    if (line === -1) continue;
    dispatch({ kind: 'go-line', to: { hunk: hunk.number, line } });
    return;
  }
}
