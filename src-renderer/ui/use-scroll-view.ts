import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

export interface ScrollView {
  /** Position of the scroll in pixels. */
  readonly scrollTop: number;
  readonly viewHeight: number;
  readonly onScroll: () => void;
}

/** Follows which part of a scrolled element is in view; the value changes only after scrolling by `step` pixels. */
export function useScrollView(scroller: RefObject<HTMLElement | null>, step: number): ScrollView {
  const [view, setView] = useState({ scrollTop: 0, viewHeight: 0 });
  const onScroll = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    setView((was) => {
      const isSame = Math.abs(was.scrollTop - scrollTop) < step && was.viewHeight === clientHeight;
      return isSame ? was : { scrollTop, viewHeight: clientHeight };
    });
  }, [scroller, step]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    onScroll();
    const observer = new ResizeObserver(onScroll);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, onScroll]);
  return { ...view, onScroll };
}
