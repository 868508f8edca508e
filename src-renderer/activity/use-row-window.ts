import { type RefObject, useCallback, useMemo, useState } from 'react';
import { type RowWindow, rowWindow } from '../ui/row-window.ts';
import { useScrollView } from '../ui/use-scroll-view.ts';

/** Height of a row that is closed, in pixels; the style sheet gives rows the same. */
export const ROW_HEIGHT = 30;

export interface RowWindowState extends RowWindow {
  readonly onScroll: () => void;
  /** Takes the height of an open row, which is drawn with `data-open` and its key. */
  readonly measure: (key: string, element: HTMLElement | null) => void;
}

/** The rows of a long list that are to be drawn now, while it is scrolled, resized and rows are opened. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  keys: readonly string[],
  opened: ReadonlySet<string>,
): RowWindowState {
  const { onScroll, ...view } = useScrollView(scroller, ROW_HEIGHT);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());

  const measure = useCallback((key: string, element: HTMLElement | null) => {
    if (element === null) return;
    const height = element.offsetHeight;
    setHeights((was) => (was.get(key) === height ? was : new Map(was).set(key, height)));
  }, []);

  const extra = useMemo(() => {
    const places = new Map(keys.map((key, place) => [key, place]));
    const known = [...opened].flatMap((key) => {
      const place = places.get(key);
      return place === undefined ? [] : [[place, Math.max(0, (heights.get(key) ?? ROW_HEIGHT) - ROW_HEIGHT)] as const];
    });
    return new Map(known);
  }, [keys, opened, heights]);
  return { ...rowWindow({ count: keys.length, rowHeight: ROW_HEIGHT, ...view, extra }), onScroll, measure };
}
