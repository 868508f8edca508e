import type { Diff } from '#contract';
import { changedPlaces, type HunkDecisions } from './line-decisions.ts';
import type { KeptDecisions, ReviewState } from './review-model.ts';

/** Returns the decisions to keep; undefined if none differs from the default. */
export function decisionsToKeep({ revision, rejected, partly }: ReviewState): KeptDecisions | undefined {
  if (rejected.size === 0 && partly.size === 0) return undefined;
  return { revision, rejected: [...rejected], partly: [...partly].map(([hunk, places]) => [hunk, [...places]]) };
}

/** Earlier decisions on this revision; undefined if they were on another. */
export function decisionsFrom(
  kept: KeptDecisions | undefined,
  { revision, hunks }: Pick<Diff, 'revision' | 'hunks'>,
): HunkDecisions | undefined {
  if (kept?.revision !== revision) return undefined;
  const byNumber = new Map(hunks.map((hunk) => [hunk.number, hunk]));
  const partly = new Map<number, ReadonlySet<number>>();
  for (const [number, places] of kept.partly) {
    const hunk = byNumber.get(number);
    const changed = hunk === undefined ? [] : changedPlaces(hunk);
    const known = places.filter((place) => changed.includes(place));
    if (known.length > 0 && known.length < changed.length) partly.set(number, new Set(known));
  }
  return { rejected: new Set(kept.rejected.filter((number) => byNumber.has(number))), partly };
}

/** Hunks whose decisions do not hold for this revision. */
export function droppedCount(kept: KeptDecisions | undefined, { revision }: Pick<Diff, 'revision'>): number {
  return kept === undefined || kept.revision === revision ? 0 : kept.rejected.length + kept.partly.length;
}
