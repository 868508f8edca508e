/**
 * Difference between two lines as one stretch of each: from the first place that differs up to the last. In UTF-16
 * units.
 */
export interface DifferingSpan {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

export function differingSpan(before: string, after: string): DifferingSpan {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end -= 1;
  return { start, oldEnd: before.length - end, newEnd: after.length - end };
}

/** Halves of one character are not parted. */
const isHigh = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number) => (unit & 0xfc00) === 0xdc00;
