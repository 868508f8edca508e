import { useCallback, useEffect, useRef } from 'react';
import { useLayout } from '../../state/layout.tsx';

/** Where a text written before there is a session is kept; the first session that is shown takes it over. */
const UNPLACED = 'new';

type Draft = string | undefined;

/** The text being written in one session. It outlives the view and the window, and every window shows the same. */
export function useDraft(session: string | undefined): [string, (change: string | ((now: string) => string)) => void] {
  const key = session ?? UNPLACED;
  const [own, setOwn] = useLayout<Draft>(`shared.draft.${key}`, undefined);
  const [unplaced, setUnplaced] = useLayout<Draft>(`shared.draft.${UNPLACED}`, undefined);
  const draft = own ?? unplaced ?? '';
  /** What is written, by key. */
  const latest = useRef(new Map<string, string>());
  latest.current.set(key, draft);
  const place = useRef<Place>({ isNone: session === undefined });

  useEffect(() => {
    const wasNone = place.current.isNone;
    if (session === undefined) place.current = { isNone: true };
    else if (wasNone) {
      place.current = { isNone: false, movedTo: { key: session, set: setOwn } };
      if (unplaced === undefined) return;
      if (own === undefined) setOwn(unplaced);
      setUnplaced(undefined);
    }
  }, [session, own, unplaced, setOwn, setUnplaced]);

  const change = useCallback(
    (next: string | ((now: string) => string)) => {
      // What was begun before there was a session has moved to the one that came.
      const target = (session === undefined ? place.current.movedTo : undefined) ?? { key, set: setOwn };
      const text = typeof next === 'string' ? next : next(latest.current.get(target.key) ?? '');
      latest.current.set(target.key, text);
      setUnplaced(undefined);
      target.set(text === '' ? undefined : text);
    },
    [session, key, setOwn, setUnplaced],
  );
  return [draft, change];
}

interface Place {
  readonly isNone: boolean;
  /** The session that took over what was written before it was there. */
  readonly movedTo?: { readonly key: string; readonly set: (text: Draft) => void };
}
