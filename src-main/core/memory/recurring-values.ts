import { RecentKeys } from './recent-keys.ts';
import { type RecentLimits, RecentValues } from './recent-values.ts';

/** New values that are kept until others come. */
const MAX_NEW = 4;
/** Keys that are known again, for each value that is kept. */
const KEYS_FOR_A_VALUE = 4;

/**
 * Values of keys that come again: those of the latest new keys, and those of keys that came once more after others did. Values
 * that are used once are soon gone, so that the garbage collector does not move them about. That is the cache "2Q" of Johnson
 * and Shasha (1994).
 */
export class RecurringValues<Key, Value> {
  readonly #fresh: RecentValues<Key, { readonly value: Value; readonly units: number }>;
  readonly #recurring: RecentValues<Key, Value>;
  readonly #seen: RecentKeys<Key>;
  #newest: Key | undefined;

  constructor({ mostValues, mostUnits }: RecentLimits) {
    this.#fresh = new RecentValues({ mostValues: MAX_NEW, mostUnits });
    this.#recurring = new RecentValues({ mostValues, mostUnits });
    this.#seen = new RecentKeys({ mostValues: mostValues * KEYS_FOR_A_VALUE, mostUnits });
  }

  get(key: Key): Value | undefined {
    const recurring = this.#recurring.get(key);
    if (recurring !== undefined) return recurring;
    const fresh = this.#fresh.get(key);
    if (fresh !== undefined && key !== this.#newest) this.#recurring.add(key, fresh.value, fresh.units);
    return fresh?.value;
  }

  /** Keeps the value of a key, which takes so many units, as its key does. */
  add(key: Key, value: Value, units: number): void {
    const hasCome = this.#seen.has(key);
    if (hasCome && this.#fresh.get(key) === undefined) {
      this.#recurring.add(key, value, units);
      return;
    }
    if (!hasCome) this.#seen.add(key, units);
    this.#fresh.add(key, { value, units }, units);
    this.#newest = key;
  }
}
