import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';

/** Lines that ArrowUp goes through; Ctrl+R searches all of them. */
const MAX_LINES = 200;

export type HistoryKind = 'shell' | 'chat';

export interface LineHistory {
  /** The one before what is shown; `undefined` at the end. What was typed comes back with `newer`. */
  readonly older: (shown: string) => string | undefined;
  readonly newer: (shown: string) => string | undefined;
  /** Whether this is one of them, as it was brought back. */
  readonly isRecalled: (shown: string) => boolean;
  /** A line was sent: it is the newest now, and the way begins again. */
  readonly sent: (line: string) => void;
}

/** Lines typed before in this mode, over all sessions and restarts, the newest first. */
export function useLineHistory(kind: HistoryKind): LineHistory {
  const api = useApi();
  const [lines, setLines] = useState<readonly string[]>([]);
  const [fetches, setFetches] = useState(0);
  const at = useRef(-1);
  const typed = useRef('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again after each line that was sent.
  useEffect(() => {
    const ending = new AbortController();
    at.current = -1;
    // Without its history a line can still be typed.
    api.console.history({ mode: kind, limit: MAX_LINES }, { signal: ending.signal }).then(
      (found) => !ending.signal.aborted && setLines(found),
      () => {},
    );
    return () => ending.abort();
  }, [api, kind, fetches]);

  const isRecalled = useCallback((shown: string) => at.current >= 0 && lines[at.current] === shown, [lines]);
  return useMemo(
    () => ({
      isRecalled,
      older: (shown) => {
        const from = isRecalled(shown) ? at.current : -1;
        const line = lines[from + 1];
        if (line === undefined) return undefined;
        if (from === -1) typed.current = shown;
        at.current = from + 1;
        return line;
      },
      newer: (shown) => {
        if (!isRecalled(shown)) return undefined;
        at.current -= 1;
        return at.current === -1 ? typed.current : lines[at.current];
      },
      sent: (line) => {
        at.current = -1;
        setLines((now) => [line, ...now.filter((one) => one !== line)].slice(0, MAX_LINES));
        setFetches((count) => count + 1);
      },
    }),
    [isRecalled, lines],
  );
}
