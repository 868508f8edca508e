import { useCallback, useEffect, useRef } from 'react';
import { useLayout } from '../../state/layout.tsx';

/** Key of what was written before there is a session; the first session that is shown takes it over. */
const UNPLACED = 'new';

export interface WrittenOptions<T> {
  /** Part of the key under which it is kept. */
  readonly what: 'draft' | 'images';
  readonly session: string | undefined;
  /** Empty value. */
  readonly none: T;
  readonly isNone: (value: T) => boolean;
  /** Joins what was written before there was a session to what is written in it. */
  readonly join: (own: T, unplaced: T) => T;
}

export type DraftUpdate<T> = (change: (now: T) => T) => void;

/** Keeps what is being written in one session. It outlives the view and the window, and every window shows the same. */
export function useWritten<T>({ what, session, none, isNone, join }: WrittenOptions<T>): [T, DraftUpdate<T>] {
  const key = session ?? UNPLACED;
  const [own, setOwn, ownNow] = useLayout<T | undefined>(`shared.${what}.${key}`, undefined);
  const [unplaced, setUnplaced, unplacedNow] = useLayout<T | undefined>(`shared.${what}.${UNPLACED}`, undefined);
  const written = own ?? unplaced ?? none;
  const place = useRef<DraftSlot<T>>({ isNone: session === undefined });
  const shown = useRef(session);
  shown.current = session;

  useEffect(() => {
    const wasNone = place.current.isNone;
    if (session === undefined) place.current = { isNone: true };
    else if (wasNone) {
      place.current = { isNone: false, movedTo: { now: ownNow, set: setOwn } };
      if (unplaced === undefined) return;
      setOwn(own === undefined ? unplaced : join(own, unplaced));
      setUnplaced(undefined);
    }
  }, [session, own, unplaced, join, ownNow, setOwn, setUnplaced]);

  const change = useCallback<DraftUpdate<T>>(
    (next) => {
      // What was begun before there was a session has moved to the one that came.
      const target = (session === undefined ? place.current.movedTo : undefined) ?? { now: ownNow, set: setOwn };
      // Asked for now: another session may be shown, and this one be written in elsewhere.
      const isShown = shown.current === session;
      const value = next(target.now() ?? (isShown ? unplacedNow() : undefined) ?? none);
      // What is written for the next session is not taken by one that is not shown.
      if (isShown) setUnplaced(undefined);
      target.set(isNone(value) ? undefined : value);
    },
    [session, none, isNone, ownNow, unplacedNow, setOwn, setUnplaced],
  );
  return [written, change];
}

interface DraftSlot<T> {
  readonly isNone: boolean;
  /** The session that took over what was written before it was there. */
  readonly movedTo?: { readonly now: () => T | undefined; readonly set: (value: T | undefined) => void };
}
