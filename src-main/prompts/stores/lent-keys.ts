/** Keys whose values are for other programs alone, as long as the values live. */
export class LentKeys {
  readonly #now: () => number;
  /** End of the value's life, by key. */
  readonly #ends = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  has(key: string): boolean {
    const end = this.#ends.get(key);
    if (end === undefined) return false;
    if (this.#now() < end) return true;
    this.#ends.delete(key);
    return false;
  }

  /** Lends it while `set` is under way, and from its end for `lifeMs`: also one that failed may have been heard. */
  async lend(key: string, lifeMs: number, set: () => Promise<unknown>): Promise<void> {
    this.#ends.set(key, Number.POSITIVE_INFINITY);
    try {
      await set();
    } finally {
      if (this.#ends.has(key)) this.#ends.set(key, this.#now() + lifeMs);
    }
  }

  delete(key: string): void {
    this.#ends.delete(key);
  }
}
