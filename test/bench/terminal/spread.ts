/** The value under which `part` of all lie, rounded to `digits`. */
export function percentile(values: readonly number[], part: number, digits = 1): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? Number.NaN;
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

export const median = (values: readonly number[], digits = 1) => percentile(values, 0.5, digits);

/** The middle half of them, such as `0.81–0.93`. */
export const middleHalf = (values: readonly number[], digits = 1) =>
  `${percentile(values, 0.25, digits)}–${percentile(values, 0.75, digits)}`;
