import { useCallback } from 'react';
import { useWritten } from './use-written.ts';

const isEmpty = (text: string) => text === '';

/** The text being written in one session. */
export function useDraft(session: string | undefined): [string, (change: string | ((now: string) => string)) => void] {
  const [draft, change] = useWritten({ what: 'draft', session, none: '', isNone: isEmpty });
  const set = useCallback(
    (next: string | ((now: string) => string)) => change(typeof next === 'string' ? () => next : next),
    [change],
  );
  return [draft, set];
}
