/** Longest that output waits for more, in milliseconds: a third of a frame. */
const WAIT_MS = 6;

/** Most that waits, in characters. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * Joins what a program writes in small pieces. The first piece after a silence goes at once, so that the echo of a key does
 * not wait; those that follow within 6 ms go together.
 */
export class OutputBatch implements Disposable {
  readonly #deliver: (text: string) => void;
  #pieces: string[] = [];
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(deliver: (text: string) => void) {
    this.#deliver = deliver;
  }

  /** Characters that wait. */
  get size(): number {
    return this.#characters;
  }

  add(text: string): void {
    this.#pieces.push(text);
    this.#characters += text.length;
    const isAfterSilence = this.#timer === undefined;
    if (isAfterSilence || this.#characters >= MAX_CHARACTERS) this.#deliverAll();
    this.#timer ??= setTimeout(() => this.#endWait(), WAIT_MS);
  }

  /** Delivers what waits now. */
  flush(): void {
    if (this.#characters > 0) this.#deliverAll();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#pieces = [];
    this.#characters = 0;
  }

  #endWait(): void {
    this.#timer = undefined;
    if (this.#characters === 0) return;
    this.#timer = setTimeout(() => this.#endWait(), WAIT_MS);
    this.#deliverAll();
  }

  #deliverAll(): void {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#characters = 0;
    this.#deliver(text);
  }
}
