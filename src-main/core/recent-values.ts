/** Limits of what is remembered. */
export interface RecentLimits {
  readonly mostValues: number;
  /** Most units of all values together, in whatever unit `add` is given. */
  readonly mostUnits: number;
}

/** Values that were added or asked for last, by their keys; the one that was not asked for the longest goes first. */
export class RecentValues<Key, Value> {
  readonly #limits: RecentLimits;
  readonly #values = new Map<Key, { readonly value: Value; readonly units: number }>();
  #units = 0;

  constructor(limits: RecentLimits) {
    this.#limits = limits;
  }

  get(key: Key): Value | undefined {
    const found = this.#values.get(key);
    if (found === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  add(key: Key, value: Value, units: number): void {
    this.#remove(key);
    if (units > this.#limits.mostUnits) return;
    this.#values.set(key, { value, units });
    this.#units += units;
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#limits.mostValues && this.#units <= this.#limits.mostUnits) return;
      this.#remove(oldest);
    }
  }

  #remove(key: Key): void {
    const found = this.#values.get(key);
    if (found === undefined) return;
    this.#values.delete(key);
    this.#units -= found.units;
  }
}
