import type { Squashfs } from '../squashfs/open-squashfs.ts';
import { describeEntries } from './describe-entries.ts';

/** Longest that others wait, in milliseconds. */
const SLICE_MS = 30;

/**
 * The first path at which two images differ in anything that they say of it, contents included; `undefined` where they are equal.
 *
 * @throws ImageError `table`, `data`; the signal's reason
 */
export async function firstDifference(
  one: Squashfs,
  other: Squashfs,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const others = describeEntries(other);
  let until = performance.now() + SLICE_MS;
  for (const entry of describeEntries(one)) {
    const there = others.next().value;
    if (JSON.stringify(entry) !== JSON.stringify(there)) return JSON.stringify(entry.path);
    if (performance.now() < until) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
  const more = others.next().value;
  return more === undefined ? undefined : JSON.stringify(more.path);
}
