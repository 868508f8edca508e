import { useRef, useState } from 'react';

type SetDraft = (change: (now: string) => string) => void;
type BackLines = readonly { readonly at: number; readonly line: string }[];

const NONE: BackLines = [];

/**
 * Lines that were not run go back into the field of the session that they were typed in, whichever is looked at then: in the
 * order they were typed, above what was typed since.
 */
export function useCameBack(session: string | undefined, setDraft: SetDraft) {
  const [known] = useState(() => new Map<string | undefined, BackLines>());
  const count = useRef(0);
  const place = useRef<{ readonly session: string | undefined; readonly first?: string }>({ session });
  if (place.current.session === undefined && session !== undefined) place.current = { session, first: session };
  else if (session === undefined) place.current = { session };
  // What was typed before there was a session has moved to the one that came.
  const key = () => session ?? place.current.first;
  return {
    /** The field is emptied for `line`; answers what puts it back. */
    sent: (line: string) => {
      const at = count.current++;
      // What had come back went with it.
      known.set(key(), NONE);
      return () => {
        const back = known.get(key()) ?? NONE;
        const before = queuedText(back);
        const all = [...back, { at, line }].sort((one, other) => one.at - other.at);
        known.set(key(), all);
        setDraft((now) => {
          if (now === '') return queuedText(all);
          if (before !== '' && now.startsWith(before)) return queuedText(all) + now.slice(before.length);
          return `${line}\n${now}`;
        });
      };
    },
  };
}

const queuedText = (lines: BackLines) => lines.map(({ line }) => line).join('\n');
