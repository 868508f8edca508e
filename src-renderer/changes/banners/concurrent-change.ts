import type { DiffLine } from '#contract';

/** Lines shown of what changed; the rest is counted. */
const MAX_LINES = 200;

export interface ConcurrentChange {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
  /** Changed lines that are not among `lines`. */
  readonly left: number;
}

/** Compares a file at two looks: the lines between the first and the last that differ. */
export function concurrentChange(before: string, now: string): ConcurrentChange {
  const [old, present] = [before.split('\n'), now.split('\n')];
  const shorter = Math.min(old.length, present.length);
  let start = 0;
  while (start < shorter && old[start] === present[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === present.at(-1 - end)) end += 1;
  const removed = old.slice(start, old.length - end);
  const added = present.slice(start, present.length - end);
  const lines: DiffLine[] = [
    ...removed
      .slice(0, MAX_LINES)
      .map((text, index) => ({ kind: 'removed' as const, text, oldLine: start + index + 1 })),
    ...added.slice(0, MAX_LINES).map((text, index) => ({ kind: 'added' as const, text, newLine: start + index + 1 })),
  ];
  const left = removed.length + added.length - lines.length;
  return { lines, added: added.length, removed: removed.length, left };
}
