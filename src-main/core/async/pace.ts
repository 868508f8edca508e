import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest that one piece of work holds the thread, in milliseconds, so that questions about other workspaces get their turn. */
const SLICE_MS = 12;

/** Cuts long work into slices. */
export class Pace {
  #since = performance.now();

  /** Gives way when the slice is over; in loops, ask `isDue` first, which costs less. */
  async giveWay(): Promise<void> {
    if (!this.isDue) return;
    await nextTurn();
    this.#since = performance.now();
  }

  get isDue(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }
}
