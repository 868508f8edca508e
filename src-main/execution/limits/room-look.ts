/** Least time between two looks at the free space while it shrinks, and while it does not, in milliseconds. */
const LEAST_MS = 1;
const LEAST_STILL_MS = 5;
/** Bounds of the most, in milliseconds; below, the share of the limit that may be written between two looks, and the bytes that a disk takes in a millisecond. */
const FEWEST_MS = 15;
const MAX_MS = 100;
const SHARE = 0.05;
const BYTES = 2_000_000;

export interface KnownRoom {
  /** Limit of the disk, in bytes. */
  readonly limit: number;
  /** Bytes that are left of it, as far as the free space tells. */
  readonly left: number;
  /** Bytes by which the free space shrank in a millisecond before the last look. */
  readonly speed: number;
}

/** Computes the time until the free space is to be looked at again, in milliseconds: the less is left, the sooner. */
export function roomLookMs({ limit, left, speed }: KnownRoom): number {
  const most = Math.min(Math.max(FEWEST_MS, (limit * SHARE) / BYTES), MAX_MS);
  if (speed > BYTES) return Math.min(Math.max(LEAST_MS, left / 3 / speed), most);
  const least = speed > 0 ? LEAST_MS : LEAST_STILL_MS;
  return Math.min(Math.max(least, (left + limit * SHARE) / BYTES), most);
}
