import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { isFocusGone, isFocusLost } from './give-focus.ts';

export interface HeldFocus<Place extends HTMLElement> {
  readonly ref: RefObject<Place | null>;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Keeps the focus among buttons that come and go with `key`. Where the one that had it is gone, the first button of the row that
 * stands in its row's place takes it, rows being marked with `data-focus-row`; else the first of all, or the place itself.
 */
export function useHeldFocus<Place extends HTMLElement>(key: string): HeldFocus<Place> {
  const ref = useRef<Place>(null);
  const hadFocus = useRef(false);
  const row = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with it.
  useLayoutEffect(() => {
    if (!hadFocus.current || !isFocusLost()) return;
    const rows = rowsIn(ref.current);
    const place = rows[Math.min(row.current, rows.length - 1)] ?? ref.current;
    (place?.querySelector('button') ?? ref.current)?.focus();
  }, [key]);
  return {
    ref,
    onFocus: ({ target }) => {
      hadFocus.current = true;
      const index = rowsIn(ref.current).findIndex((one) => one.contains(target));
      if (index >= 0) row.current = index;
    },
    onBlur: (event) => {
      hadFocus.current = isFocusGone(event);
    },
  };
}

const rowsIn = (place: HTMLElement | null) => [...(place?.querySelectorAll<HTMLElement>('[data-focus-row]') ?? [])];
