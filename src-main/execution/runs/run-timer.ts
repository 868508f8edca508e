/** Longest time that a timer of Node can wait; a longer one would fire at once. */
const LONGEST_MS = 2_147_483_647;

/** Fires once when a time is up that may be made longer in the meantime. */
export class RunTimer implements Disposable {
  readonly #startedAt = performance.now();
  readonly #onTime: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, onTime: () => void) {
    this.#onTime = onTime;
    this.set(afterMs);
  }

  /** Counted from the beginning. */
  set(afterMs: number): void {
    clearTimeout(this.#timer);
    const left = Math.max(0, afterMs - (performance.now() - this.#startedAt));
    this.#timer = setTimeout(this.#onTime, Math.min(left, LONGEST_MS));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
