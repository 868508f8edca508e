import { setImmediate } from 'node:timers/promises';

/** Longest stretch in which nothing else of the host is done, in milliseconds. */
const STRETCH_MS = 8;

/**
 * Does short blocking work for each item, letting others have their turn every few milliseconds: for small files, Node's calls
 * that wait for a thread take several times as long as the work itself.
 */
export async function inStretches<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let until = performance.now() + STRETCH_MS;
  for (const item of items) {
    work(item);
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + STRETCH_MS;
  }
}
