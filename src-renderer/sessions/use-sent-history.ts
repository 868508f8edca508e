import { useCallback, useMemo } from 'react';
import { useLayout } from '../state/layout.tsx';

/** Messages kept for ArrowUp. */
const MAX_KEPT = 50;
/** A longer message is not kept: the layout that holds this is small. */
const MAX_LENGTH = 2_000;

const none: readonly string[] = [];

/** What was sent, over all sessions, newest last. */
export function useSentHistory() {
  const [sent, setSent] = useLayout<readonly string[]>('sessions.sent', none);

  const add = useCallback(
    (text: string) => {
      if (text.length > MAX_LENGTH) return;
      setSent([...sent.filter((one) => one !== text), text].slice(-MAX_KEPT));
    },
    [sent, setSent],
  );
  return useMemo(
    () => ({
      add,
      isRecalled: (text: string) => sent.includes(text),
      older: (text: string) => sent[(text === '' ? sent.length : sent.indexOf(text)) - 1],
      newer: (text: string) => (text === '' ? undefined : (sent[sent.indexOf(text) + 1] ?? '')),
    }),
    [add, sent],
  );
}
