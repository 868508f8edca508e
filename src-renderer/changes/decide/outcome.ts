import type { DiffLine, Hunk } from '#contract';
import { type HunkDecisions, isLineAccepted } from '../review/line-decisions.ts';

/** A line as the file would have it. */
export interface OutcomeLine {
  /** `kept` is one whose removal is rejected. */
  readonly kind: 'same' | 'added' | 'kept';
  readonly text: string;
  /** Line number in the file as it would be written. */
  readonly line: number;
  /** Its place in the hunk's lines. */
  readonly place: number;
  readonly ending?: DiffLine['ending'];
}

/**
 * A hunk as it would be written, with the lines around it. Removed lines that stay and added ones that are accepted take
 * turns, as the host writes them: the first of each, then the second of each.
 */
export function hunkOutcome(hunk: Hunk, decisions: HunkDecisions, shift: number): readonly OutcomeLine[] {
  const placed = hunk.lines.map((line, place) => ({ line, place }));
  const first = placed.findIndex(({ line }) => line.kind !== 'same');
  const removed = placed.filter(({ line }) => line.kind === 'removed');
  const added = placed.filter(({ line }) => line.kind === 'added');
  const isAccepted = (place: number) => isLineAccepted(decisions, hunk.number, place);
  const kept = removed.map((one) => (isAccepted(one.place) ? undefined : { ...one, kind: 'kept' as const }));
  const written = added.map((one) => (isAccepted(one.place) ? { ...one, kind: 'added' as const } : undefined));
  const middle = Array.from({ length: Math.max(kept.length, written.length) }, (_, index) => [
    kept[index],
    written[index],
  ]).flat();
  const around = (one: (typeof placed)[number]) => ({ ...one, kind: 'same' as const });
  const before = first === -1 ? [] : placed.slice(0, first).map(around);
  const after = placed.filter(({ line, place }) => line.kind === 'same' && (first === -1 || place > first)).map(around);
  const start = hunk.oldStart - before.length + shift;
  return [...before, ...middle, ...after]
    .filter((one) => one !== undefined)
    .map(({ kind, line, place }, index) => ({
      kind,
      place,
      text: line.text,
      line: start + index,
      ...(line.ending !== undefined && { ending: line.ending }),
    }));
}

/** Counts the lines that the accepted parts of the hunks add and remove. */
export function acceptedCounts(
  hunks: readonly Hunk[],
  decisions: HunkDecisions,
): { readonly added: number; readonly removed: number } {
  const counts = { added: 0, removed: 0 };
  for (const hunk of hunks) {
    hunk.lines.forEach((line, place) => {
      if (line.kind !== 'same' && isLineAccepted(decisions, hunk.number, place)) counts[line.kind] += 1;
    });
  }
  return counts;
}

/** Computes by how many lines a hunk moves because of what is accepted before it. */
export function shiftBefore(hunks: readonly Hunk[], decisions: HunkDecisions, number: number): number {
  const before = hunks.slice(
    0,
    hunks.findIndex((hunk) => hunk.number === number),
  );
  const { added, removed } = acceptedCounts(before, decisions);
  return added - removed;
}
