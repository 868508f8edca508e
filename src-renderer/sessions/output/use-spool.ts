import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';

/** Bytes requested at once: more than most commands write, and drawn without delaying keys. */
export const MAX_AT_ONCE = 4_000_000;

interface LoadedSpool {
  readonly hash: string;
  readonly text: string;
  readonly shownBytes: number;
  readonly nextOffset: number | undefined;
}

export interface Spool {
  /** Text loaded so far; undefined until the first piece has come. */
  readonly text: string | undefined;
  readonly shownBytes: number;
  readonly problem: string | undefined;
  /** Fetches as much again, where there is more. */
  readonly more: (() => void) | undefined;
}

/** All of a command's kept output, fetched in pieces once there is a hash to ask for. */
export function useSpool(hash: string | undefined): Spool {
  const api = useApi();
  const [loaded, setLoaded] = useState<LoadedSpool | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isLoading = useRef(false);

  const load = useCallback(
    async (wanted: string, before: LoadedSpool | undefined) => {
      if (isLoading.current) return;
      isLoading.current = true;
      setProblem(undefined);
      try {
        const end = (before?.nextOffset ?? 0) + MAX_AT_ONCE;
        let now = before;
        do {
          const piece = await api.activity.content({ hash: wanted, offset: now?.nextOffset ?? 0 });
          const text = (now?.text ?? '') + piece.text;
          now = { hash: wanted, text, shownBytes: piece.nextOffset ?? piece.bytes, nextOffset: piece.nextOffset };
        } while (now.nextOffset !== undefined && now.nextOffset < end);
        setLoaded(now);
      } catch (error) {
        setProblem(`The whole output could not be loaded: ${errorText(error)}`);
      }
      isLoading.current = false;
    },
    [api],
  );

  useEffect(() => {
    if (hash !== undefined && loaded?.hash !== hash) void load(hash, undefined);
  }, [hash, loaded?.hash, load]);

  const shown = loaded?.hash === hash ? loaded : undefined;
  return {
    text: shown?.text,
    shownBytes: shown?.shownBytes ?? 0,
    problem,
    more: hash === undefined || shown?.nextOffset === undefined ? undefined : () => void load(hash, shown),
  };
}
