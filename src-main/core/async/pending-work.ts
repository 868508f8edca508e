/** Work that was begun and has not ended; nobody waits for it but whoever ends everything. */
export class PendingWork {
  readonly #pending = new Set<Promise<unknown>>();

  /** Holds work until it has ended. Answers with its result, or its error. */
  add<T>(work: Promise<T>): Promise<T> {
    const pending = work.finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
    return pending;
  }

  /** Resolves when all that is held now has ended. @throws the error of the first that failed */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
