/** Processor time that `act` takes, in milliseconds: that of other programs on the machine does not count. */
export function cpuMsOf(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Waits of a goal that took longer than its limit. One in a hundred may, up to five times: the disk is another program's then.
 */
export function waitsBeyond(limitMs: number, waits: readonly number[]): number[] {
  const late = waits.filter((ms) => ms > limitMs);
  const isUsual = late.length > Math.ceil(waits.length / 100);
  return isUsual ? late : late.filter((ms) => ms > 5 * limitMs);
}

const BEAT_MS = 10;

/** Measures a wait; what this process was kept from running in the meantime does not count. */
export class Stopwatch implements Disposable {
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #last = this.#startedAt;
  #pausesMs = 0;

  constructor() {
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
  }

  /** Time since the start, in milliseconds, without the pauses. */
  get ms(): number {
    this.#beat();
    return this.#last - this.#startedAt - this.#pausesMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const now = performance.now();
    this.#pausesMs += Math.max(0, now - this.#last - 2 * BEAT_MS);
    this.#last = now;
  }
}
