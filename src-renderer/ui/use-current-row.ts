import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * The row of a long list that has the focus, by its key in `data-row`. Keys lead to another one, which may not be drawn yet: it is
 * scrolled to, drawn, and focused. `topOf` says about where a row begins, in pixels, by its place.
 */
export function useCurrentRow(
  scroller: RefObject<HTMLElement | null>,
  keys: readonly string[],
  topOf: (place: number) => number,
) {
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const wanted = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = rowOf(scroller.current, wanted.current);
    if (row === undefined) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
    row.scrollIntoView?.({ block: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return;
    event.preventDefault();
    const place = Math.min(Math.max(keys.indexOf(event.target.dataset.row) + step, 0), keys.length - 1);
    const next = keys[place];
    if (next === undefined) return;
    wanted.current = next;
    if (rowOf(scroller.current, next) === undefined) scroller.current?.scrollTo?.({ top: topOf(place) });
    setCurrent(next);
  };
  return { current, setCurrent, onKeyDown };
}

function rowOf(scroller: HTMLElement | null, key: string): HTMLElement | undefined {
  const rows = [...(scroller?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  return rows.find((row) => row.dataset.row === key);
}
