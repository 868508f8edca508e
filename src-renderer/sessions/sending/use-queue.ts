import { useMemo, useState } from 'react';

/** Sessions whose draft is sent as soon as the turn that runs there has ended, whichever session is looked at then. */
export interface Queue {
  /** With the profile that each goes to; `undefined` where the host decides. */
  readonly sessions: ReadonlyMap<string, string | undefined>;
  readonly add: (session: string, profile: string | undefined) => void;
  /** The text stays where it is written. */
  readonly cancel: (session: string) => void;
}

const none: Queue['sessions'] = new Map();

/** Kept by this window alone, so that no other one sends the same again; the drafts themselves outlive it. */
export function useQueue(): Queue {
  const [sessions, setSessions] = useState(none);
  return useMemo<Queue>(
    () => ({
      sessions,
      add: (session, profile) => setSessions((now) => new Map(now).set(session, profile)),
      cancel: (session) => setSessions((now) => new Map([...now].filter(([one]) => one !== session))),
    }),
    [sessions],
  );
}
