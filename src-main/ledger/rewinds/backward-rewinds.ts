import type { LedgerEvent } from '#contract';

/** The same as `RewindFold`, for whoever reads a record from its end, event by event, and asks of each whether it is folded. */
export class BackwardRewinds {
  readonly #redone = new Set<string>();
  /** The message back to which everything is folded. */
  #until: string | undefined;

  isFolded({ id, type, data }: LedgerEvent): boolean {
    if (this.#until !== undefined) {
      const isEnd = id === this.#until || (type === 'event.copied' && data.id === this.#until);
      if (isEnd) this.#until = undefined;
      return true;
    }
    if (type !== 'session.rewound') return false;
    if (data.of !== undefined) this.#redone.add(data.of);
    else if (!this.#redone.has(id)) this.#until = data.to;
    return false;
  }
}
