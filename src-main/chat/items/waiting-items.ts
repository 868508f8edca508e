import type { ConversationItem, ConversationUpdate, LedgerEvent } from '#contract';
import type { Queued } from '../history/waiting-fold.ts';

export interface WaitingItem {
  readonly id: string;
  readonly at: number;
  readonly data: Queued;
}

/** Characters of a message that are shown while it waits. */
const SHOWN = 2000;

export function waitingUpdate(waiting: readonly WaitingItem[]): ConversationUpdate {
  const messages = waiting.map(({ id, at, data: { text, profile, images = [], from } }) => ({
    id,
    at,
    text: text.slice(0, SHOWN),
    isCut: text.length > SHOWN,
    images: images.length,
    ...(profile !== undefined && { profile }),
    ...(from && { from }),
  }));
  return { kind: 'waiting', messages };
}

/** A message that waited and could not be sent; one that a person took back is with them again. */
export function notSentItem(event: LedgerEvent, left: WaitingItem | undefined): ConversationItem | undefined {
  if (event.type !== 'message.withdrawn' || event.data.by === 'person' || !left) return undefined;
  return { ...left.data, id: left.id, at: event.at, kind: 'user', notSent: event.data.reason };
}
