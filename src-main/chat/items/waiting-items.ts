import type { ConversationItem, ConversationUpdate, LedgerEvent } from '#contract';
import { textStart } from '#contract/text-ends';
import { type QueuedMessage, WaitingFold } from '../history/waiting-fold.ts';

interface QueuedItem {
  readonly id: string;
  readonly at: number;
  readonly data: QueuedMessage;
}

/** Characters of a message that are shown while it waits. */
const SHOWN = 2000;

/** The messages of a session that wait, as its conversation shows them. */
export class WaitingItems {
  readonly #fold = new WaitingFold(({ id, at, data }): QueuedItem => ({ id, at, data }));

  get isAny(): boolean {
    return this.#fold.size > 0;
  }

  /** A message that waits, whole. */
  get(id: string): QueuedMessage | undefined {
    return this.#fold.get(id)?.data;
  }

  get update(): ConversationUpdate {
    return { kind: 'waiting', messages: this.#fold.values.map(waitingMessage) };
  }

  /** Whether the event changed what waits; `notSent` is what then takes its place in the conversation. */
  apply(event: LedgerEvent): { readonly notSent: ConversationItem | undefined } | undefined {
    const changed = this.#fold.apply(event);
    return changed && { notSent: notSentItem(event, changed.left) };
  }
}

function waitingMessage({ id, at, data: { text, profile, images = [], from } }: QueuedItem) {
  return {
    id,
    at,
    text: textStart(text, SHOWN),
    isCut: text.length > SHOWN,
    images: [...images],
    ...(profile !== undefined && { profile }),
    ...(from && { from }),
  };
}

/** A message that waited and could not be sent; one that a person took back is with them again. */
function notSentItem(event: LedgerEvent, left: QueuedItem | undefined): ConversationItem | undefined {
  if (event.type !== 'message.withdrawn' || event.data.by === 'person' || !left) return undefined;
  return { ...left.data, id: left.id, at: event.at, kind: 'user', notSent: event.data.reason };
}
