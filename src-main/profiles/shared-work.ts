import { raceAbort } from '#core/async/abort';

/** Work that several wait for and one does: begun by the first, stopped when the last has gone. */
export class SharedWork<T> {
  readonly #running = new Map<
    string,
    { readonly result: Promise<T>; readonly stop: AbortController; waiting: number }
  >();

  /** Joins the work, or begins it; `undefined` if `signal` aborts first. */
  async join(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    if (signal.aborted) return undefined;
    const running = this.#running.get(name) ?? this.#begin(name, work);
    running.waiting++;
    try {
      return await raceAbort(running.result, signal, () => undefined);
    } finally {
      running.waiting--;
      if (running.waiting === 0) this.#end(name, running);
    }
  }

  #begin(name: string, work: (signal: AbortSignal) => Promise<T>) {
    const stop = new AbortController();
    const running = { result: work(stop.signal), stop, waiting: 0 };
    // Everyone may have left before it fails.
    running.result.catch(() => {});
    this.#running.set(name, running);
    return running;
  }

  #end(name: string, running: { readonly stop: AbortController }): void {
    if (this.#running.get(name) === running) this.#running.delete(name);
    running.stop.abort();
  }
}
