import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Time for which a card must have been in place before its buttons act, so that no click meant for something else
 * answers it, in milliseconds.
 */
export const SETTLE_MS = 300;

export interface SettledState {
  readonly isSettled: boolean;
  /**
   * Whether the person may act, checked at the moment of a click; it also follows the clock if no frame was drawn in
   * between.
   */
  readonly mayAct: () => boolean;
}

/**
 * Whether the element has been still for `SETTLE_MS`. It has moved when it appears, when `layout` changes (what
 * lies above it in its list) and when its top is elsewhere after a render or a resize.
 */
export function useSettled(element: RefObject<HTMLElement | null>, layout: string): SettledState {
  const movedAt = useRef(Number.POSITIVE_INFINITY);
  const top = useRef<number | undefined>(undefined);
  const [isSettled, setIsSettled] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const moved = useCallback(() => {
    movedAt.current = performance.now();
    setIsSettled(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsSettled(true), SETTLE_MS);
  }, []);

  const look = useCallback(() => {
    const now = element.current?.getBoundingClientRect().top;
    if (top.current !== undefined && now !== undefined && Math.abs(now - top.current) > 1) moved();
    top.current = now;
  }, [element, moved]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is a movement even when the top is the same.
  useLayoutEffect(() => moved(), [layout, moved]);
  useLayoutEffect(() => look());
  useEffect(() => () => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout has other siblings to watch.
  useEffect(() => {
    // Cards above that grow push this one down without a render of its own.
    const list = element.current?.parentElement;
    const observer = new ResizeObserver(look);
    for (const sibling of list?.children ?? []) observer.observe(sibling);
    return () => observer.disconnect();
  }, [element, look, layout]);

  const mayAct = useCallback(() => performance.now() - movedAt.current >= SETTLE_MS, []);
  return { isSettled, mayAct };
}
