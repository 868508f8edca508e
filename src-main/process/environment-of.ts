import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { systemCodeOf } from '#core/app-error';
import { Semaphore } from '#core/async/semaphore';

/**
 * Most files open for it at the same time, over all callers: a look at a machine with many processes must not take all
 * there are.
 */
const AT_ONCE = 16;
/** Number of further tries while no file can be opened; below, the wait between them, in milliseconds. */
const TRIES = 100;
const AGAIN_MS = 50;

const places = new Semaphore(AT_ONCE);

/**
 * The environment that a process was started with; empty if it is gone or another's. Reading it can wait for a lock of
 * that process, so that it is not done at once.
 */
export async function environmentOf(pid: number): Promise<string> {
  const release = await places.acquire();
  try {
    return await retryWhenOutOfDescriptors(() => readFile(`/proc/${pid}/environ`, 'latin1'));
  } catch {
    return '';
  } finally {
    release();
  }
}

/** Tries again while there are no descriptors left: others give theirs back. @throws what the work throws otherwise */
export async function retryWhenOutOfDescriptors<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const code = systemCodeOf(error);
      if ((code !== 'EMFILE' && code !== 'ENFILE') || tries === TRIES) throw error;
      await pause(AGAIN_MS);
    }
  }
}
