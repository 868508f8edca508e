import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { drawNow } from '../../ui/draw-now.ts';
import type { Conversation } from '../items/conversation-state.ts';
import { indexAt, type Place, type Range, rangeAround } from './drawn-range.ts';
import { EntryHeights } from './entry-heights.ts';

/** Drawn beyond the view on each side, in heights of the view; drawn anew once less than half of it is left. */
const BEYOND = 1;
/** Of an entry that is brought into view, below the upper edge. In pixels. */
const SHOWN_AT = 80;

export interface EntryWindow {
  readonly range: Range;
  readonly tops: Float64Array;
  /** Watches the size of an entry's box. The answer ends it. */
  readonly watch: (box: HTMLElement) => () => void;
  /** Brings an entry into view, drawn. */
  readonly show: (id: string) => void;
}

interface Places {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
  /** Whether the view follows the end. */
  readonly sticks: RefObject<boolean>;
}

/**
 * Which entries of a conversation are drawn: those around what is in view. What is in view stays where it is while entries above
 * it get their real heights.
 */
export function useWindow(entries: Conversation, { scroller, list, sticks }: Places): EntryWindow {
  const [heights] = useState(() => new EntryHeights());
  const [place, setPlace] = useState<Place>('end');
  const [height, setHeight] = useState(0);
  const at = useRef<Place>('end');
  const tops = heights.tops(entries);
  const range = rangeAround(entries, { place, tops, height, beyond: height * BEYOND });
  const drawn = useRef({ entries, range, place, height });
  drawn.current = { entries, range, place, height };

  const restore = useCallback(() => {
    const [view, box] = [scroller.current, boxOf(list.current, at.current)];
    if (!view || !box || at.current === 'end' || view.clientHeight === 0) return;
    const moved = topIn(view, box) - at.current.offset;
    if (Math.abs(moved) >= 1) view.scrollTop += moved;
  }, [scroller, list]);

  const look = useCallback(
    (isNow: boolean) => {
      const [view, inside] = [scroller.current, list.current];
      if (!view || !inside || view.clientHeight === 0) return;
      const { entries: all, range: was, place: wasPlace, height: wasHeight } = drawn.current;
      const now = sticks.current ? 'end' : placeIn(view, inside, all, heights);
      at.current = now;
      const wanted = { place: now, tops: heights.tops(all), height: view.clientHeight };
      const [from, to] = rangeAround(all, { ...wanted, beyond: (view.clientHeight * BEYOND) / 2 });
      const isCovered = from >= was[0] && to <= was[1] && (now === 'end') === (wasPlace === 'end');
      if (isCovered && wasHeight === view.clientHeight) return;
      const draw = () => {
        setPlace(now);
        setHeight(view.clientHeight);
      };
      if (isNow) drawNow(draw);
      else draw();
    },
    [scroller, list, sticks, heights],
  );

  const observer = useObserver(list, heights, () => {
    restore();
    look(false);
  });
  useEffect(() => {
    const view = scroller.current;
    // What is not drawn yet must not be seen, so it is drawn before the next frame.
    const onScroll = () => look(true);
    view?.addEventListener('scroll', onScroll, { passive: true });
    return () => view?.removeEventListener('scroll', onScroll);
  }, [scroller, look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn has changed.
  useLayoutEffect(() => {
    restore();
    look(false);
  }, [entries, range[0], range[1], restore, look]);

  const show = useCallback(
    (id: string) => {
      at.current = { id, offset: SHOWN_AT };
      sticks.current = false;
      setPlace(at.current);
      // Where it is drawn already.
      restore();
    },
    [sticks, restore],
  );
  return useMemo(() => ({ range, tops, watch: observer, show }), [range, tops, observer, show]);
}

/** Notes the heights of the boxes that are watched, then tells. */
function useObserver(list: RefObject<HTMLElement | null>, heights: EntryHeights, onSized: () => void) {
  const told = useRef(onSized);
  told.current = onSized;
  const observer = useRef<ResizeObserver | undefined>(undefined);
  const width = useRef(0);
  useEffect(() => () => observer.current?.disconnect(), []);
  return useCallback(
    (box: HTMLElement) => {
      observer.current ??= new ResizeObserver((sizes) => {
        const now = list.current?.clientWidth ?? 0;
        // A view that is not shown has no size.
        if (now === 0) return;
        if (now !== width.current) heights.clear();
        width.current = now;
        for (const size of sizes) note(heights, size);
        told.current();
      });
      observer.current.observe(box);
      return () => observer.current?.unobserve(box);
    },
    [list, heights],
  );
}

function note(heights: EntryHeights, { target, borderBoxSize: [size] }: ResizeObserverEntry): void {
  const id = (target as HTMLElement).dataset.entry;
  if (id !== undefined && size !== undefined) heights.set(id, size.blockSize);
}

function placeIn(view: HTMLElement, list: HTMLElement, entries: Conversation, heights: EntryHeights): Place {
  for (const box of list.children) {
    const { entry } = (box as HTMLElement).dataset;
    if (entry === undefined) continue;
    const { top, bottom } = box.getBoundingClientRect();
    const edge = view.getBoundingClientRect().top;
    if (bottom <= edge) continue;
    if (top >= edge + view.clientHeight) break;
    return { id: entry, offset: top - edge };
  }
  // In the room of what is not drawn.
  const y = -topIn(view, list);
  const tops = heights.tops(entries);
  const index = indexAt(tops, y);
  const entry = entries[index];
  return entry === undefined ? 'end' : { id: entry.id, offset: (tops[index] ?? 0) - y };
}

function boxOf(list: HTMLElement | null, place: Place): Element | null | undefined {
  return place === 'end' ? undefined : list?.querySelector(`:scope > [data-entry="${CSS.escape(place.id)}"]`);
}

const topIn = (view: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - view.getBoundingClientRect().top;
