import { useEffect, useMemo, useRef, useState } from 'react';

interface SentLine {
  readonly key: number;
  readonly line: string;
  /** Session that it was typed in; undefined if one is made for it. */
  readonly typedIn: string | undefined;
  /** Session it is for; undefined while that is being made. */
  readonly session: string | undefined;
  /** Block that ran when it was sent: never its own. */
  readonly behind: string | undefined;
}

/** Lines that are sent before the ones before them run: the host has them wait for their turn; one session is made for all. */
export function useTypedAhead(session: string | undefined, onCreate: () => Promise<string>) {
  const [sent, setSent] = useState<readonly SentLine[]>([]);
  const keys = useRef({ next: 0, open: 0 });
  const creating = useRef<Promise<string> | undefined>(undefined);
  useEffect(() => {
    // It has come: where there is none again, another one is made.
    if (session !== undefined) creating.current = undefined;
  }, [session]);
  const steps = useMemo(
    () => ({
      newSession: () => {
        creating.current ??= onCreate();
        return creating.current;
      },
      /** Answers what it is to be named by once it is known where it is for, and at its start. */
      onStart: (line: string, behind: string | undefined): number => {
        const key = keys.current.next++;
        keys.current.open++;
        setSent((now) => [...now, { key, line, typedIn: session, session: undefined, behind }]);
        return key;
      },
      onPlaced: (key: number, place: string) =>
        setSent((now) => now.map((one) => (one.key === key ? { ...one, session: place } : one))),
      onStarted: (key: number) => {
        setSent((now) => now.filter((one) => one.key !== key));
        if (--keys.current.open === 0) creating.current = undefined;
      },
    }),
    [session, onCreate],
  );
  const here = useMemo(() => sent.filter((one) => isOf(session, one)), [sent, session]);
  const underWay = useMemo(() => here.map(({ line }) => line), [here]);
  return { underWay, behind: here[0]?.behind, isStarting: here.some((one) => one.session !== undefined), ...steps };
}

/** Whether a line is shown in a session, or where there is none yet. */
const isOf = (session: string | undefined, line: SentLine) =>
  (line.session ?? line.typedIn) === session || (session === undefined && line.typedIn === undefined);
