/** Net result of a set of changes, path by path. Pure. */
import type { FileState } from '#contract';
import { differenceOf } from '../state-difference.ts';

export type Direction = 'undo' | 'redo';

/** A change as it stands, or as it was taken back: what is there because of it, and what it replaced. */
export interface FoldedChange {
  readonly id: string;
  readonly path: string;
  readonly before?: FileState | undefined;
  readonly after?: FileState | undefined;
  readonly shared?: string | undefined;
}

/** Goal for one path, and the state expected to be there now. */
export interface PathGoal {
  /** The last of `changes`; names the path in outcomes and confirmations. */
  readonly event: string;
  /** The changes that are settled by it, oldest first. */
  readonly changes: readonly string[];
  readonly path: string;
  /** State expected at the path; `undefined` for nothing at all. */
  readonly expected: FileState | undefined;
  readonly wanted: FileState | undefined;
  /** Sentence naming what else may have made one of the changes. */
  readonly shared?: string | undefined;
  /** The person wants it also where the path was changed since. */
  readonly isConfirmed: boolean;
}

/**
 * The net effect of changes, oldest first: each path goes straight to what was there before the first of them, or, for
 * `redo`, to what the last of them made.
 */
export function netChanges(
  changes: readonly FoldedChange[],
  { direction, confirmed }: { readonly direction: Direction; readonly confirmed: ReadonlySet<string> },
): PathGoal[] {
  const byPath = new Map<string, [FoldedChange, ...FoldedChange[]]>();
  for (const change of changes) {
    const known = byPath.get(change.path);
    if (known) known.push(change);
    else byPath.set(change.path, [change]);
  }
  return [...byPath.values()].map((ofPath) => {
    const [first] = ofPath;
    const last = ofPath.at(-1) ?? first;
    const shared = ofPath.find((change) => change.shared !== undefined)?.shared;
    // An undo made `after` of what it took back: for a redo the same states stand the other way round.
    const [expected, wanted] = direction === 'undo' ? [last.after, first.before] : [first.before, last.after];
    return {
      event: last.id,
      changes: ofPath.map(({ id }) => id),
      path: first.path,
      expected,
      wanted,
      ...(direction === 'undo' && shared !== undefined && { shared }),
      isConfirmed: ofPath.some(({ id }) => confirmed.has(id)),
    };
  });
}

/** Paths that were not, before one of the changes, as the one before it had left them: somebody else changed them between. */
export function changedBetween(changes: readonly FoldedChange[]): ReadonlySet<string> {
  const last = new Map<string, FoldedChange>();
  const between = new Set<string>();
  for (const change of changes) {
    const before = last.get(change.path);
    if (before && differenceOf(before.after, change.before) !== undefined) between.add(change.path);
    last.set(change.path, change);
  }
  return between;
}
