import type { LedgerEvent, LedgerEventData } from '#contract';

export type QueuedMessage = LedgerEventData<'message.queued'>;

/** The messages of a session that wait, in their order, with what `keep` makes of each. */
export class WaitingFold<T> {
  readonly #keep: (event: Extract<LedgerEvent, { type: 'message.queued' }>) => T;
  readonly #waiting = new Map<string, T>();

  constructor(keep: (event: Extract<LedgerEvent, { type: 'message.queued' }>) => T) {
    this.#keep = keep;
  }

  get size(): number {
    return this.#waiting.size;
  }

  get ids(): string[] {
    return [...this.#waiting.keys()];
  }

  get values(): T[] {
    return [...this.#waiting.values()];
  }

  get(id: string): T | undefined {
    return this.#waiting.get(id);
  }

  /** Whether the event changed what waits; what a message said that waits no more is `left`. */
  apply(event: LedgerEvent): { readonly left: T | undefined } | undefined {
    if (event.type === 'message.queued') {
      this.#waiting.set(event.id, this.#keep(event));
      return { left: undefined };
    }
    const id = event.type === 'message.user' || event.type === 'message.withdrawn' ? event.data.queued : undefined;
    if (id === undefined) return undefined;
    const left = this.#waiting.get(id);
    return this.#waiting.delete(id) ? { left } : undefined;
  }
}
