/**
 * A lock for work that takes time: pieces run one after another, in the order they were given. A piece that fails does not stop the
 * next. Not re-entrant: work that waits for another piece of the same mutex never ends.
 */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Runs `work` when all that was given before has ended; resolves or rejects as it does. */
  run<T>(work: () => T | PromiseLike<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.then(ignore, ignore);
    return result;
  }

  /** Resolves when all that was given before this call has ended, well or not. */
  settled(): Promise<void> {
    return this.#last;
  }
}

/** A mutex for each key: pieces with the same key run one after another, those with different keys side by side. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` when all that was given before with this key has ended; resolves or rejects as it does. */
  run<T>(key: string, work: () => T | PromiseLike<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const forget = () => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    };
    const ended = result.then(forget, forget);
    this.#last.set(key, ended);
    return result;
  }

  /** Resolves when nothing runs or waits any more, including what is given in the meantime. */
  async settled(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}

function ignore(): void {}
