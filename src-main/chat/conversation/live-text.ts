/** Longest time that text waits to be sent together with more, in milliseconds. */
const BATCH_MS = 25;

/** Collects text by key and hands it on in batches, in the order the keys first had some. */
export class LiveText implements Disposable {
  readonly #send: (key: string, text: string) => void;
  readonly #waiting = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (key: string, text: string) => void) {
    this.#send = send;
  }

  add(key: string, text: string): void {
    this.#waiting.set(key, (this.#waiting.get(key) ?? '') + text);
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Forgets what waits for `key`: something newer says it all. */
  drop(key: string): void {
    this.#waiting.delete(key);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = [...this.#waiting];
    this.#waiting.clear();
    for (const [key, text] of batch) this.#send(key, text);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }
}
