import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { drawNow } from '../../ui/draw-now.ts';
import type { ConversationItems } from '../items/conversation-state.ts';
import { type IndexRange, rangeAround, type ScrollPlace } from './drawn-range.ts';
import { EntryHeights } from './entry-heights.ts';
import { KeptPlace } from './kept-place.ts';

/** Drawn beyond the view on each side, in heights of the view; drawn again once less than half of it is left. */
const BEYOND = 1;
/** Distance from the upper edge at which an entry that is brought into view is placed, in pixels. */
const SHOWN_AT = 80;

export interface EntryWindow {
  readonly range: IndexRange;
  readonly tops: Float64Array;
  /** Watches the size of an entry's box. The answer ends it. */
  readonly watch: (box: HTMLElement) => () => void;
  /** Brings an entry into view, drawn. */
  readonly show: (id: string) => void;
}

interface WindowRefs {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
  /** Whether the view follows the end. */
  readonly sticks: RefObject<boolean>;
}

/**
 * Selects the entries of a conversation to draw: those around what is in view. What is in view stays where it is while
 * entries above it get their real heights.
 */
export function useWindow(entries: ConversationItems, { scroller, list, sticks }: WindowRefs): EntryWindow {
  const [heights] = useState(() => new EntryHeights());
  const [kept] = useState(() => new KeptPlace(heights));
  const [{ place, height }, setDrawnFor] = useState<DrawnSituation>({ place: 'end', height: 0 });
  const tops = heights.tops(entries);
  const range = rangeAround(entries, { place, tops, height, beyond: height * BEYOND });
  const drawn = useRef({ entries, range, place, height });
  drawn.current = { entries, range, place, height };

  const look = useCallback(
    (isScrolled: boolean) => {
      const [view, inside] = [scroller.current, list.current];
      // A view that is not shown has no size.
      if (view?.clientHeight === 0) kept.unseen();
      if (!view || !inside || view.clientHeight === 0) return;
      if (!isScrolled) kept.restore(view, inside);
      const { entries: all, ...was } = drawn.current;
      const shown = { view, list: inside, entries: all, sticks: sticks.current };
      const now = { place: kept.follow(shown, isScrolled), height: view.clientHeight };
      const needed = rangeAround(all, { ...now, tops: heights.tops(all), beyond: (now.height * BEYOND) / 2 });
      if (coversRange(was, now, needed)) return;
      // What is in view now must not be seen without what belongs there.
      if (isScrolled) drawNow(() => setDrawnFor(now));
      else setDrawnFor(now);
    },
    [scroller, list, sticks, heights, kept],
  );

  const watch = useObserver(list, heights, () => look(false));
  useEffect(() => {
    const view = scroller.current;
    const onScroll = () => look(true);
    view?.addEventListener('scroll', onScroll, { passive: true });
    return () => view?.removeEventListener('scroll', onScroll);
  }, [scroller, look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn has changed.
  useLayoutEffect(() => look(false), [entries, place, range[0], range[1], look]);

  const show = useCallback(
    (id: string) => {
      const shown = { id, offset: SHOWN_AT };
      sticks.current = false;
      kept.go(shown);
      setDrawnFor((before) => ({ ...before, place: shown }));
    },
    [sticks, kept],
  );
  return useMemo(() => ({ range, tops, watch, show }), [range, tops, watch, show]);
}

/** Inputs that decide which entries are drawn: the place in view, and the height of the view. */
interface DrawnSituation {
  readonly place: ScrollPlace;
  readonly height: number;
}

/**
 * Whether what was drawn is enough for now. Following the end and staying at a place are drawn again in different ways.
 */
function coversRange(
  { range, ...was }: DrawnSituation & { readonly range: IndexRange },
  now: DrawnSituation,
  [from, to]: IndexRange,
): boolean {
  const isSameWay = (now.place === 'end') === (was.place === 'end') && now.height === was.height;
  return isSameWay && from >= range[0] && to <= range[1];
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
        if (now === 0) {
          told.current();
          return;
        }
        if (now !== width.current) heights.clear();
        width.current = now;
        for (const size of sizes) noteHeight(heights, size);
        told.current();
      });
      observer.current.observe(box);
      return () => observer.current?.unobserve(box);
    },
    [list, heights],
  );
}

function noteHeight(heights: EntryHeights, { target, borderBoxSize: [size] }: ResizeObserverEntry): void {
  const id = (target as HTMLElement).dataset.entry;
  if (id !== undefined && size !== undefined) heights.set(id, size.blockSize);
}
