import { type AssistantItem, brokenOffItem } from './assistant-item.ts';
import type { ItemStore } from './item-store.ts';

/** The reply a conversation waits for, and the one that can be asked for again: only the last. */
export class LastReply {
  readonly #items: ItemStore;
  #open: string | undefined;
  #retryable: string | undefined;

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
    this.put(item);
  }

  /** One that nothing was open for, as of a compaction that failed. */
  put(item: AssistantItem): void {
    this.#items.put(item);
    if (item.canRetry) this.#retryable = item.id;
  }

  /** One that nothing was open for, and that did not end its turn: it is not asked for again. */
  becomeNotice(): void {
    const item = this.#items.get(this.#retryable ?? '');
    this.#retryable = undefined;
    if (item?.kind !== 'assistant') return;
    const { id, at, turn, note = '' } = item;
    this.#items.put({ id, at, ...(turn !== undefined && { turn }), kind: 'notice', level: 'warning', text: note });
  }

  /** Ends the open reply as broken off. */
  breakOff(): void {
    const waiting = this.#items.get(this.#open ?? '');
    if (waiting?.kind === 'assistant') this.put(brokenOffItem(waiting));
    this.#open = undefined;
  }

  /** Withdraws the offer to retry, because something newer has come. */
  endRetry(): void {
    const item = this.#items.get(this.#retryable ?? '');
    if (item?.kind === 'assistant') this.#items.put({ ...item, canRetry: false });
    this.#retryable = undefined;
  }
}
