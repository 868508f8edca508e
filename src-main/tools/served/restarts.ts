const WINDOW_MS = 60_000;
const MOST = 3;
/** Delays before the first, second and third restart of a window, in milliseconds. */
const BACK_OFF_MS = [200, 1000, 3000];

/** How often a program that asks for it is started again: three times within a minute, each after a longer wait. */
export class Restarts {
  count = 0;
  #times: number[] = [];

  /** How long to wait before the next; `undefined`: not again. */
  next(now = Date.now()): number | undefined {
    this.#times = this.#times.filter((at) => now - at < WINDOW_MS);
    if (this.#times.length >= MOST) return undefined;
    const wait = BACK_OFF_MS[this.#times.length];
    this.#times.push(now);
    this.count++;
    return wait;
  }
}
