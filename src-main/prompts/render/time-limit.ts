/** Longest that a thread may take to start and to read what it was given, beside the time of the rendering itself. */
export const MAX_HELD_MS = 10_000;

/** Made once: the platform's own reason, made again for each rendering, costs as much as a short prompt. */
const OVER = new Error('The rendering is over');

/** Time limit of a rendering: its own time, without that in which a thread is prepared for it. */
export class TimeLimit {
  readonly #onOver: () => void;
  #deadline: number;
  #timer: NodeJS.Timeout | undefined;
  /** Milliseconds left while the clock is stopped. */
  #left: number | undefined;
  #isEnded = false;
  #isAborted = false;
  #controller: AbortController | undefined;

  constructor(limitMs: number, onOver: () => void) {
    this.#onOver = onOver;
    this.#deadline = performance.now() + limitMs;
    this.#timer = setTimeout(onOver, limitMs);
  }

  /** Deadline by `performance.now()`, if the clock continued now. */
  get deadline(): number {
    return this.#left === undefined ? this.#deadline : performance.now() + this.#left;
  }

  get leftMs(): number {
    return Math.max(0, this.deadline - performance.now());
  }

  /** Aborted when the rendering is over before it is done. Made when somebody asks: it costs as much as a short prompt, which needs none. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort(OVER);
    return this.#controller.signal;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort(OVER);
  }

  /** Time stands still, but not for ever. */
  hold(): void {
    if (this.#isEnded || this.#left !== undefined) return;
    this.#left = this.leftMs;
    this.#restart(MAX_HELD_MS);
  }

  goOn(): void {
    if (this.#isEnded || this.#left === undefined) return;
    const left = this.#left;
    this.#deadline = performance.now() + left;
    this.#left = undefined;
    this.#restart(left);
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #restart(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onOver, milliseconds);
  }
}
