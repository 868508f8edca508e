import { useMemo, useRef, useState } from 'react';

interface SentLine {
  readonly key: number;
  /** Session that it was typed in; absent if one is made for it. */
  readonly session: string | undefined;
  readonly line: string;
}

/** Lines that are sent before the ones before them run: the host has them wait for their turn; one session is made for all. */
export function useTypedAhead(session: string | undefined, onCreate: () => Promise<string>) {
  const [sent, setSent] = useState<readonly SentLine[]>([]);
  const keys = useRef({ next: 0, open: 0 });
  const creating = useRef<Promise<string> | undefined>(undefined);
  const steps = useMemo(
    () => ({
      newSession: () => {
        creating.current ??= onCreate();
        return creating.current;
      },
      /** Answers what it is to be named by at its start. */
      onStart: (line: string): number => {
        const key = keys.current.next++;
        keys.current.open++;
        setSent((now) => [...now, { key, session, line }]);
        return key;
      },
      /** Whether it was the last. */
      onStarted: (key: number): boolean => {
        setSent((now) => now.filter((one) => one.key !== key));
        if (--keys.current.open > 0) return false;
        creating.current = undefined;
        return true;
      },
    }),
    [session, onCreate],
  );
  const underWay = useMemo(() => {
    const here = sent.filter((one) => one.session === undefined || one.session === session);
    return here.map(({ line }) => line);
  }, [sent, session]);
  return { underWay, ...steps };
}
