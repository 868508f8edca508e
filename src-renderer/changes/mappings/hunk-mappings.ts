import type { Hunk } from '#contract';

/** Lines of both texts that stand for each other; from 1, the end is the line after the last. */
export interface LineMapping {
  readonly old: readonly [start: number, end: number];
  readonly new: readonly [start: number, end: number];
}

/**
 * Hunks as Monaco wants a diff: what lies between two mappings must be equally long on both sides. Undefined where the hunks
 * are not of texts with so many lines.
 */
export function hunkMappings(
  hunks: readonly Hunk[],
  lines: { readonly old: number; readonly new: number },
): readonly LineMapping[] | undefined {
  const mappings: LineMapping[] = [];
  let [oldEnd, newEnd] = [1, 1];
  for (const { oldStart, oldCount, newStart, newCount } of hunks) {
    if (oldStart < oldEnd || oldStart - oldEnd !== newStart - newEnd) return undefined;
    [oldEnd, newEnd] = [oldStart + oldCount, newStart + newCount];
    mappings.push({ old: [oldStart, oldEnd], new: [newStart, newEnd] });
  }
  const left = { old: lines.old + 1 - oldEnd, new: lines.new + 1 - newEnd };
  if (left.old < 0 || left.new < 0) return undefined;
  if (left.old === left.new) return mappings;
  // A text that ends with a line break has one line more to Monaco, an empty one, than lines that a hunk can name.
  const last = mappings.pop();
  if (last === undefined || Math.abs(left.old - left.new) > 1 || Math.max(left.old, left.new) > 1) return undefined;
  return [...mappings, { old: [last.old[0], lines.old + 1], new: [last.new[0], lines.new + 1] }];
}
