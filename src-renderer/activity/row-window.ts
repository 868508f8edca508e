/** Of a row that is closed, in pixels; the style sheet gives rows the same. */
export const ROW_HEIGHT = 30;
/** Rows drawn beyond what is in view, so that scrolling never shows a gap. */
const MARGIN = 30;

export interface RowWindow {
  /** Of the first row drawn, and of the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Height of what is not drawn, in pixels. */
  readonly above: number;
  readonly below: number;
}

export interface RowWindowOptions {
  readonly count: number;
  readonly scrollTop: number;
  readonly viewHeight: number;
  /** What open rows take beyond a closed one, in pixels, by their place. */
  readonly extra: ReadonlyMap<number, number>;
}

/** Which of many rows to draw: those in view and some around them. */
export function rowWindow({ count, scrollTop, viewHeight, extra }: RowWindowOptions): RowWindow {
  const first = clamp(rowAt(scrollTop, extra) - MARGIN, count);
  const end = clamp(rowAt(scrollTop + viewHeight, extra) + 1 + MARGIN, count);
  const above = offsetOf(first, extra);
  const total = count * ROW_HEIGHT + sum(extra, () => true);
  return { first, end, above, below: Math.max(0, total - offsetOf(end, extra)) };
}

/** How far down a row begins, in pixels. */
export function offsetOf(row: number, extra: ReadonlyMap<number, number>): number {
  return row * ROW_HEIGHT + sum(extra, (place) => place < row);
}

function rowAt(top: number, extra: ReadonlyMap<number, number>): number {
  let left = top;
  const places = [...extra].sort(([one], [other]) => one - other);
  for (const [place, height] of places) {
    const begin = place * ROW_HEIGHT;
    if (left < begin + ROW_HEIGHT) break;
    if (left < begin + ROW_HEIGHT + height) return place;
    left -= height;
  }
  return Math.floor(left / ROW_HEIGHT);
}

function sum(extra: ReadonlyMap<number, number>, isCounted: (place: number) => boolean): number {
  let total = 0;
  for (const [place, height] of extra) if (isCounted(place)) total += height;
  return total;
}

const clamp = (row: number, count: number) => Math.min(Math.max(row, 0), count);
