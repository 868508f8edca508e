import { setTimeout as delay } from 'node:timers/promises';
import { listProcessTree, signalAll } from './tree.ts';

const GRACE_MS = 2000;
const NO_LEADER = -1;

/**
 * Ends what a process of ours that is gone had started under `marker`: SIGTERM, after a grace period SIGKILL. Answers how
 * many there were. Linux only; elsewhere they cannot be found.
 */
export async function endMarked(marker: string): Promise<number> {
  const found = await listProcessTree(NO_LEADER, marker);
  const deadline = performance.now() + GRACE_MS;
  signalAll(found, 'SIGTERM');
  for (
    let left = found;
    left.length > 0 && performance.now() < deadline;
    left = await listProcessTree(NO_LEADER, marker)
  ) {
    await delay(20);
  }
  for (let pass = 0; pass < 200; pass++) {
    const left = await listProcessTree(NO_LEADER, marker);
    if (left.length === 0) break;
    signalAll(left, 'SIGKILL');
    await delay(10);
  }
  return found.length;
}
