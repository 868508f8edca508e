import { type AssistantItem, brokenOffItem } from './assistant-item.ts';
import type { ItemStore } from './item-store.ts';

/** The reply a conversation waits for, and the one that can be asked for again: only the last. */
export class LastReply {
  readonly #items: ItemStore;
  #open: string | undefined;
  #retryable: string | undefined;
  /** The latter came before its turn asked for a reply. */
  #isBefore = false;

  constructor(items: ItemStore) {
    this.#items = items;
  }

  /** A model was asked. */
  begin(item: AssistantItem): void {
    this.#items.put(item);
    this.#open = item.id;
  }

  end(item: AssistantItem): void {
    this.#open = undefined;
    this.#put(item);
  }

  /** One that nothing was open for, as of a compaction that failed. */
  putBefore(item: AssistantItem): void {
    this.#put(item);
    this.#isBefore = true;
  }

  /** Ends the open reply as broken off. */
  breakOff(): void {
    const waiting = this.#items.get(this.#open ?? '');
    if (waiting?.kind === 'assistant') this.#put(brokenOffItem(waiting));
    this.#open = undefined;
  }

  /** Withdraws the offer to retry, because something newer has come: in the same turn, what came before did not end it. */
  endRetry(now: string | undefined): void {
    const item = this.#items.get(this.#retryable ?? '');
    this.#retryable = undefined;
    if (item?.kind !== 'assistant') return;
    const { id, at, turn, note = '' } = item;
    if (turn === undefined || turn !== now || !this.#isBefore) this.#items.put({ ...item, canRetry: false });
    else this.#items.put({ id, at, turn, kind: 'notice', level: 'warning', text: note });
  }

  #put(item: AssistantItem): void {
    this.#items.put(item);
    this.#isBefore = false;
    if (item.canRetry) this.#retryable = item.id;
  }
}
