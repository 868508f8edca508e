import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useScrollView } from '../../ui/use-scroll-view.ts';
import { offsetsOf, type SectionWindow, sectionWindow } from './section-window.ts';

export interface SectionWindowState extends SectionWindow {
  readonly onScroll: () => void;
  /** Takes the height of a section that is drawn. */
  readonly measure: (key: number, element: HTMLElement | null) => void;
  /** Scrolls to a section that may not be drawn yet. */
  readonly scrollTo: (index: number) => void;
}

/** Scrolled by less than this, in pixels, the same sections stay drawn. */
const STEP = 200;

/** The sections of a long block that are to be drawn now; heights are estimated until they are drawn. */
export function useSectionWindow(
  scroller: RefObject<HTMLElement | null>,
  keys: readonly number[],
  estimates: readonly number[],
): SectionWindowState {
  const { onScroll, ...view } = useScrollView(scroller, STEP);
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const offsets = useMemo(
    () => offsetsOf(estimates.map((estimate, index) => heights.get(keys[index] ?? -1) ?? estimate)),
    [keys, estimates, heights],
  );
  const latest = useRef(offsets);
  latest.current = offsets;

  const measure = useCallback((key: number, element: HTMLElement | null) => {
    const height = element?.offsetHeight ?? 0;
    if (height > 0) setHeights((was) => (was.get(key) === height ? was : new Map(was).set(key, height)));
  }, []);
  const scrollTo = useCallback(
    (index: number) => {
      if (scroller.current === null) return;
      scroller.current.scrollTop = latest.current[index] ?? 0;
      onScroll();
    },
    [scroller, onScroll],
  );
  return { ...sectionWindow(offsets, view), onScroll, measure, scrollTo };
}
