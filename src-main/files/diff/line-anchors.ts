export interface Anchor {
  readonly oldAt: number;
  readonly newAt: number;
}

/**
 * Lines that occur once in each text and in the same order in both: surely the same lines, so that a long diff falls into
 * short ones between them (the idea of patience diff). Lines are given as numbers.
 */
export function anchorsOf(oldLines: readonly number[], newLines: readonly number[]): Anchor[] {
  const inOld = onlyOnce(oldLines);
  const inNew = onlyOnce(newLines);
  const shared: Anchor[] = [];
  for (const [line, oldAt] of inOld) {
    const newAt = inNew.get(line);
    if (newAt !== undefined) shared.push({ oldAt, newAt });
  }
  return longestRising(shared.sort((a, b) => a.oldAt - b.oldAt));
}

function onlyOnce(lines: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  lines.forEach((line, at) => {
    if (places.has(line)) repeated.add(line);
    else places.set(line, at);
  });
  for (const line of repeated) places.delete(line);
  return places;
}

/** The longest selection whose `newAt` rises (patience sorting, n log n). */
function longestRising(anchors: readonly Anchor[]): Anchor[] {
  /** Index of the anchor with the lowest end for each selection length (length minus one). */
  const ends: number[] = [];
  const previous: number[] = [];
  anchors.forEach(({ newAt }, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[ends[middle] ?? 0]?.newAt ?? 0) < newAt) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  });
  const selected: Anchor[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) {
    const anchor = anchors[at];
    if (anchor) selected.push(anchor);
  }
  return selected.reverse();
}
