/** Number of notices of the review, about answers whose cards are gone. The shell keeps the review open for them. */
import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

export function setReviewNotices(next: number): void {
  if (next === count) return;
  count = next;
  for (const listener of [...listeners]) listener();
}

export function useReviewNotices(): number {
  return useSyncExternalStore(subscribe, () => count);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
