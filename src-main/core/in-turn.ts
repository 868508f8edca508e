/** Work on one thing, one piece after the other; that on different things goes on beside it. */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(thing) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine
      .catch(() => {})
      .then(() => {
        if (this.#last.get(thing) === settled) this.#last.delete(thing);
      });
    this.#last.set(thing, settled);
    return mine;
  }

  async settled(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
