/** Rows drawn beyond what is in view, so that scrolling never shows a gap. */
const MARGIN = 30;

export interface RowWindow {
  /** Index of the first row drawn, and of the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Height of what is not drawn, in pixels. */
  readonly above: number;
  readonly below: number;
}

export interface RowWindowOptions {
  readonly count: number;
  /** Height of a row that is closed, in pixels; the style sheet gives rows the same. */
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly viewHeight: number;
  /** Additional height of some rows, such as open ones, in pixels, by their index. */
  readonly extra: ReadonlyMap<number, number>;
}

/** Selects which of many rows to draw: those in view and some around them. */
export function rowWindow({ count, rowHeight, scrollTop, viewHeight, extra }: RowWindowOptions): RowWindow {
  const at = (top: number) => rowAt(top, rowHeight, extra);
  const first = clamp(at(scrollTop) - MARGIN, count);
  const end = clamp(at(scrollTop + viewHeight) + 1 + MARGIN, count);
  const above = offsetOf(first, rowHeight, extra);
  const total = count * rowHeight + sumHeights(extra, () => true);
  return { first, end, above, below: Math.max(0, total - offsetOf(end, rowHeight, extra)) };
}

/** Top of a row, in pixels. */
export function offsetOf(row: number, rowHeight: number, extra: ReadonlyMap<number, number>): number {
  return row * rowHeight + sumHeights(extra, (place) => place < row);
}

function rowAt(top: number, rowHeight: number, extra: ReadonlyMap<number, number>): number {
  let left = top;
  const places = [...extra].sort(([one], [other]) => one - other);
  for (const [place, height] of places) {
    const begin = place * rowHeight;
    if (left < begin + rowHeight) break;
    if (left < begin + rowHeight + height) return place;
    left -= height;
  }
  return Math.floor(left / rowHeight);
}

function sumHeights(extra: ReadonlyMap<number, number>, isCounted: (place: number) => boolean): number {
  let total = 0;
  for (const [place, height] of extra) if (isCounted(place)) total += height;
  return total;
}

const clamp = (row: number, count: number) => Math.min(Math.max(row, 0), count);
