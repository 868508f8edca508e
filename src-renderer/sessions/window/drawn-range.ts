import type { SessionItem } from '../items/conversation-state.ts';

/** Place in view: the end of the conversation, or an entry at so many pixels below the upper edge. */
export type ScrollPlace = 'end' | { readonly id: string; readonly offset: number };

/** Range of entries, from the first index up to but excluding the second. */
export type IndexRange = readonly [from: number, to: number];

/** Entries, one after the other, or the room of those that are not drawn. */
export type DrawnStretch =
  | { readonly kind: 'entry'; readonly index: number }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number };

interface ViewGeometry {
  readonly place: ScrollPlace;
  readonly tops: Float64Array;
  /** Height of the view in pixels; 0 if unknown. */
  readonly height: number;
  /** Height drawn beyond the view on each side, in pixels. */
  readonly beyond: number;
}

/** Drawn of a conversation as long as it is not known how much of it is in view. */
const FIRST_DRAWN = 30;

/** The entries to draw around a place. */
export function rangeAround(
  entries: readonly SessionItem[],
  { place, tops, height, beyond }: ViewGeometry,
): IndexRange {
  const count = entries.length;
  const at = place === 'end' ? -1 : entries.findIndex(({ id }) => id === place.id);
  if (height === 0) return at === -1 ? [Math.max(0, count - FIRST_DRAWN), count] : aroundUnknown(at, count);
  if (at === -1 || place === 'end') return [indexAt(tops, (tops[count] ?? 0) - height - beyond), count];
  const top = (tops[at] ?? 0) - place.offset;
  return [indexAt(tops, top - beyond), Math.min(count, indexAt(tops, top + height + beyond) + 1)];
}

/** The entry at `y` pixels below the beginning. */
export function indexAt(tops: Float64Array, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The whole conversation in order: entries of the range and those that are kept, and gaps between them. */
export function drawnStretches(
  entries: readonly SessionItem[],
  [from, to]: IndexRange,
  kept: ReadonlySet<string>,
): DrawnStretch[] {
  const all: DrawnStretch[] = [];
  let gapFrom: number | undefined;
  for (const [index, { id }] of entries.entries()) {
    const isDrawn = (index >= from && index < to) || kept.has(id);
    if (!isDrawn) {
      gapFrom ??= index;
      continue;
    }
    if (gapFrom !== undefined) all.push({ kind: 'gap', from: gapFrom, to: index });
    gapFrom = undefined;
    all.push({ kind: 'entry', index });
  }
  if (gapFrom !== undefined) all.push({ kind: 'gap', from: gapFrom, to: entries.length });
  return all;
}

const aroundUnknown = (at: number, count: number): IndexRange => [
  Math.max(0, at - (FIRST_DRAWN >> 1)),
  Math.min(count, at + (FIRST_DRAWN >> 1)),
];
