/** Calls that have no result yet, each with the item that shows it. */
export class OpenCalls {
  readonly #items = new Map<string, string>();
  /** Calls that belong to no turn, so that its end does not end them. */
  readonly #lasting = new Set<string>();

  get(callId: string | undefined): string | undefined {
    return callId === undefined ? undefined : this.#items.get(callId);
  }

  add(callId: string, item: string, isLasting = false): void {
    this.#items.set(callId, item);
    if (isLasting) this.#lasting.add(callId);
  }

  /** Answers with its item. */
  close(callId: string): string | undefined {
    const item = this.#items.get(callId);
    this.#items.delete(callId);
    return item;
  }

  /** Closes those of the turn, and answers with their items. */
  closeTurn(): string[] {
    const closed = [...this.#items].filter(([callId]) => !this.#lasting.has(callId));
    for (const [callId] of closed) this.#items.delete(callId);
    return closed.map(([, item]) => item);
  }
}
