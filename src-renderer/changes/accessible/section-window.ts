/** Pixels drawn beyond what is in view, so that scrolling never shows a gap. */
const MARGIN = 800;

export interface SectionWindow {
  /** Index of the first section drawn, and of the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Height of what is not drawn, in pixels. */
  readonly above: number;
  readonly below: number;
}

/** Computes the top of each section, and finally their total height, in pixels. */
export function offsetsOf(heights: readonly number[]): readonly number[] {
  const offsets = [0];
  let sum = 0;
  for (const height of heights) {
    sum += height;
    offsets.push(sum);
  }
  return offsets;
}

/** Selects which of many sections of different heights to draw: those in view and some around them. */
export function sectionWindow(
  offsets: readonly number[],
  { scrollTop, viewHeight }: { readonly scrollTop: number; readonly viewHeight: number },
): SectionWindow {
  const count = offsets.length - 1;
  const first = sectionAt(offsets, scrollTop - MARGIN);
  const end = Math.min(count, sectionAt(offsets, scrollTop + viewHeight + MARGIN) + 1);
  const total = offsets[count] ?? 0;
  return { first, end, above: offsets[first] ?? 0, below: total - (offsets[end] ?? total) };
}

/** The section that `top` pixels down lies in; the first or last beyond the ends. */
function sectionAt(offsets: readonly number[], top: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
