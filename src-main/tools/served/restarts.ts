const WINDOW_MS = 60_000;
const MOST = 3;
/** Delays before the first, second and third restart of a window, in milliseconds. */
const BACK_OFF_MS = [200, 1000, 3000];

/** Limit of restarts for a program that asks for them: three within a minute, each after a longer wait. */
export class Restarts {
  count = 0;
  #times: number[] = [];

  /** Delay before the next restart; `undefined` if there is none. */
  next(now = performance.now()): number | undefined {
    if (this.isUsedUp(now)) return undefined;
    const wait = BACK_OFF_MS[this.#times.length];
    this.#times.push(now);
    this.count++;
    return wait;
  }

  /** Whether there is no restart at this time. */
  isUsedUp(now = performance.now()): boolean {
    this.#times = this.#times.filter((at) => now - at < WINDOW_MS);
    return this.#times.length >= MOST;
  }
}
