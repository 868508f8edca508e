import type { RemovableItem } from '../ports.ts';

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** Bytes in the store must be so old before they count as loose, in milliseconds: what keeps them records later what it kept. */
const GRACE_MS = DAY_MS;

/** Time since which used data stays, in milliseconds since 1970. */
export function lastUseOf(now: number, olderThanDays: number | undefined): number {
  return now - (olderThanDays ?? 0) * DAY_MS;
}

/** The same as `lastUseOf`, but for kept bytes, which always have some time to be referred to. */
export function lastKeptOf(now: number, olderThanDays: number | undefined): number {
  return Math.min(lastUseOf(now, olderThanDays), now - GRACE_MS);
}

type SizedItem = Pick<RemovableItem, 'bytes' | 'lastUsedAt'>;

/**
 * The oldest of what can be removed, until what stays takes no more than that.
 *
 * @param usedBytes what lies there now, all of these included
 */
export function oldestUntil<T extends SizedItem>(removable: readonly T[], usedBytes: number, untilBytes: number): T[] {
  const oldestFirst = [...removable].sort((one, other) => one.lastUsedAt - other.lastUsedAt);
  let over = usedBytes - untilBytes;
  return oldestFirst.filter(({ bytes }) => {
    const isNeeded = over > 0 && bytes > 0;
    if (isNeeded) over -= bytes;
    return isNeeded;
  });
}
