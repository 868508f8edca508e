/** A request, from anywhere in the app, to bring the review to one question and put the focus there. */
import { useSyncExternalStore } from 'react';

export interface ReviewFocus {
  readonly question: string;
  /** Rises with each request, so that asking twice for the same question is seen. */
  readonly count: number;
}

let latest: ReviewFocus | undefined;
const listeners = new Set<() => void>();

export function focusReview(question: string): void {
  latest = { question, count: (latest?.count ?? 0) + 1 };
  for (const listener of listeners) listener();
}

/** The latest request. The shell opens the review for it, the review moves the focus to the question's card. */
export function useReviewFocus(): ReviewFocus | undefined {
  return useSyncExternalStore(subscribeToFocus, () => latest);
}

function subscribeToFocus(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
