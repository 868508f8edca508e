import { raceAbort } from '#core/async/abort';
import { KeyedMutex } from '#core/async/mutex';
import type { Semaphore } from '#core/async/semaphore';
import { AdapterError } from '../shells/model.ts';

/** Work by key that can be cancelled while it waits; of one key one after another, of different keys side by side. */
export class KeyedQueue {
  readonly #mutex = new KeyedMutex();
  readonly #waiting = new Map<string, number>();

  /** Number of those that wait behind the one whose turn it is. */
  waiting(key: string): number {
    return Math.max(0, (this.#waiting.get(key) ?? 0) - 1);
  }

  /**
   * Runs the work in turn; if stopped before its turn comes, it is over at once. @throws AdapterError cancelled,
   * adapter_stopping
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    let hasBegun = false;
    const turn = this.#mutex.run(key, async () => {
      throwIfStopped(signal);
      hasBegun = true;
      return await work();
    });
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1);
    try {
      // Once it has begun its end is waited for, whatever is stopped.
      return await raceAbort(turn, signal, () => {
        if (!hasBegun) throwIfStopped(signal);
        return turn;
      });
    } finally {
      const left = (this.#waiting.get(key) ?? 1) - 1;
      if (left > 0) this.#waiting.set(key, left);
      else this.#waiting.delete(key);
    }
  }
}

/** Waits for one of so many places; answers how to give it back. @throws AdapterError cancelled, adapter_stopping */
export async function acquirePlace(places: Semaphore, signal: AbortSignal): Promise<() => void> {
  try {
    return await places.acquire(signal);
  } catch (error) {
    throwIfStopped(signal);
    throw error;
  }
}

export function throwIfStopped(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw signal.reason instanceof AdapterError ? signal.reason : new AdapterError('cancelled', 'It was cancelled');
}
