import { setTimeout as delay } from 'node:timers/promises';

const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 3000;
/** Looking what runs in terminals reads the process table: one part in so many of a core goes into it, more only beyond 15 ms a look. */
const IDLE_SHARE = 200;

/** Yields a value at once and whenever it is seen to have changed. It polls, but only while there is a reader. */
export async function* watchValue<T>(look: () => T, signal?: AbortSignal): AsyncGenerator<T, void> {
  let known: string | undefined;
  while (!signal?.aborted) {
    const before = process.cpuUsage();
    const now = look();
    const { user, system } = process.cpuUsage(before);
    const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, ((user + system) / 1000) * IDLE_SHARE));
    const text = JSON.stringify(now);
    if (text !== known) yield now;
    known = text;
    await delay(pauseMs, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {});
  }
}
