import { useCallback } from 'react';
import { appendBelow } from './append-below.ts';
import { useWritten } from './use-written.ts';

const isEmptyText = (text: string) => text === '';

/** The text being written in one session. */
export function useMessageDraft(
  session: string | undefined,
): [string, (change: string | ((now: string) => string)) => void] {
  const [draft, change] = useWritten({ what: 'draft', session, none: '', isNone: isEmptyText, join: appendBelow });
  const set = useCallback(
    (next: string | ((now: string) => string)) => change(typeof next === 'string' ? () => next : next),
    [change],
  );
  return [draft, set];
}
