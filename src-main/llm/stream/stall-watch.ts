import { onAbort } from '#core/async/abort';

/** Longest time for the usage and `[DONE]` after a server has given the reason for the end, in milliseconds. */
export const AFTERMATH_MS = 2000;

export class StalledError extends Error {
  override readonly name = 'StalledError';
}

/**
 * Gives up waiting after a time without progress. Only time spent waiting for the server counts, on the monotonic clock, so
 * that a slow reader or a changed clock is not taken for a stalled server.
 */
export class StallWatch {
  #limitMs: number;
  #waitedMs = 0;
  #hasProgressed = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get hasProgressed(): boolean {
    return this.#hasProgressed;
  }

  progress(): void {
    this.#hasProgressed = true;
    this.#waitedMs = 0;
  }

  /** Shortens the wait to at most this from now on. */
  shorten(limitMs: number): void {
    this.#limitMs = Math.min(this.#limitMs, limitMs);
    this.#waitedMs = 0;
  }

  /** @throws StalledError; the signal's reason at once when it aborts */
  async waitFor<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    const since = performance.now();
    let stop = () => {};
    const given = new Promise<never>((_, reject) => {
      const timer = setTimeout(() => reject(new StalledError()), Math.max(0, this.#limitMs - this.#waitedMs));
      const stopped = onAbort(signal, reject);
      stop = () => {
        clearTimeout(timer);
        stopped[Symbol.dispose]();
      };
    });
    // Whichever loses the race must not count as unhandled.
    work.catch(() => {});
    given.catch(() => {});
    try {
      return await Promise.race([work, given]);
    } finally {
      stop();
      this.#waitedMs += performance.now() - since;
    }
  }
}
