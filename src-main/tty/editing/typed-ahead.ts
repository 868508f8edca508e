import type { Key } from './keys.ts';

/** Keys that are kept; those after them are lost. */
const MAX_KEYS = 10_000;

/** Keys typed while nobody reads, kept for the next line. */
export class TypedAhead {
  #keys: Key[] = [];

  /** Whether a line or text was typed, and not commands alone. */
  get hasText(): boolean {
    return this.#keys.some(({ kind }) => kind !== 'key');
  }

  keep(key: Key): void {
    if (this.#keys.length < MAX_KEYS) this.#keys.push(key);
  }

  /** Hands the keys over, in the order in which they were typed. */
  take(): readonly Key[] {
    const keys = this.#keys;
    this.#keys = [];
    return keys;
  }
}
