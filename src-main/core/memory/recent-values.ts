/** Limits of what is remembered. */
export interface RecentLimits {
  readonly mostValues: number;
  /** Most units of all values together, in whatever unit `add` is given. */
  readonly mostUnits: number;
}

interface Slot<Key, Value> {
  held: { readonly key: Key; readonly value: Value; readonly units: number } | undefined;
  /** Number of the last request. */
  askedAt: number;
}

/**
 * Values that were added or asked for last, by their keys; the one that was not asked for the longest goes first. They lie in
 * slots that are used again, and are looked for one by one: in a `Map`, each table that was outgrown leads to the next one, so that
 * what was deleted long ago survives collections of young objects.
 */
export class RecentValues<Key, Value> {
  readonly #limits: RecentLimits;
  readonly #slots: Slot<Key, Value>[] = [];
  #units = 0;
  #requests = 0;

  constructor(limits: RecentLimits) {
    this.#limits = limits;
  }

  get(key: Key): Value | undefined {
    const slot = this.#slotOf(key);
    if (slot === undefined) return undefined;
    slot.askedAt = ++this.#requests;
    return slot.held?.value;
  }

  add(key: Key, value: Value, units: number): void {
    const before = this.#slotOf(key);
    if (before !== undefined) this.#empty(before);
    const { mostValues, mostUnits } = this.#limits;
    if (units > mostUnits) return;
    while (this.#units + units > mostUnits) this.#emptyOldest();
    if (this.#slots.length >= mostValues && this.#freeSlot() === undefined) this.#emptyOldest();
    const slot = this.#freeSlot() ?? this.#anotherSlot();
    slot.held = { key, value, units };
    slot.askedAt = ++this.#requests;
    this.#units += units;
  }

  #slotOf(key: Key): Slot<Key, Value> | undefined {
    for (const slot of this.#slots) if (slot.held?.key === key) return slot;
    return undefined;
  }

  #freeSlot(): Slot<Key, Value> | undefined {
    return this.#slots.find(({ held }) => held === undefined);
  }

  #anotherSlot(): Slot<Key, Value> {
    const slot: Slot<Key, Value> = { held: undefined, askedAt: 0 };
    this.#slots.push(slot);
    return slot;
  }

  /** Empties the slot whose value was not asked for the longest. */
  #emptyOldest(): void {
    let oldest: Slot<Key, Value> | undefined;
    for (const slot of this.#slots) {
      if (slot.held !== undefined && (oldest === undefined || slot.askedAt < oldest.askedAt)) oldest = slot;
    }
    if (oldest !== undefined) this.#empty(oldest);
  }

  #empty(slot: Slot<Key, Value>): void {
    this.#units -= slot.held?.units ?? 0;
    slot.held = undefined;
  }
}
