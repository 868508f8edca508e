/** Progress keeps a call alive, but not for ever, in milliseconds. */
const MAX_WITH_PROGRESS_MS = 600_000;

/** The time of one call: starts again with progress, within a limit, and stands still while the person is asked. */
export class CallTime implements Disposable {
  readonly #limitMs: number;
  readonly #onOver: () => void;
  #left: number;
  #total: number;
  #from = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onOver: () => void) {
    this.#limitMs = limitMs;
    this.#onOver = onOver;
    this.#left = limitMs;
    this.#total = Math.max(limitMs, MAX_WITH_PROGRESS_MS);
    this.resume();
  }

  progressed(): void {
    if (this.#timer === undefined) return;
    this.pause();
    this.#left = this.#limitMs;
    this.resume();
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const used = performance.now() - this.#from;
    this.#left -= used;
    this.#total -= used;
  }

  resume(): void {
    if (this.#timer !== undefined) return;
    this.#from = performance.now();
    this.#timer = setTimeout(this.#onOver, Math.max(0, Math.min(this.#left, this.#total)));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
