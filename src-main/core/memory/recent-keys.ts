import type { RecentLimits } from './recent-values.ts';

/** Keys that were added last, in a ring: the oldest goes first. */
export class RecentKeys<Key> {
  readonly #limits: RecentLimits;
  readonly #keys: (Key | undefined)[] = [];
  readonly #units: number[] = [];
  #next = 0;
  #total = 0;

  constructor(limits: RecentLimits) {
    this.#limits = limits;
  }

  has(key: Key): boolean {
    return this.#keys.includes(key);
  }

  /** Adds a key that is not among them, which takes so many units. */
  add(key: Key, units: number): void {
    const { mostValues, mostUnits } = this.#limits;
    if (units > mostUnits) return;
    this.#forget(this.#next);
    for (let at = this.#next + 1; this.#total + units > mostUnits; at += 1) this.#forget(at % mostValues);
    this.#keys[this.#next] = key;
    this.#units[this.#next] = units;
    this.#total += units;
    this.#next = (this.#next + 1) % mostValues;
  }

  #forget(at: number): void {
    this.#total -= this.#units[at] ?? 0;
    this.#units[at] = 0;
    this.#keys[at] = undefined;
  }
}
