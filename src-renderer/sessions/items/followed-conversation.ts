import type { ConversationUpdate } from '#contract';
import { type ConversationItems, reduceConversation } from './conversation-state.ts';

/**
 * Applies one update to a conversation that may be shown already. Where it comes again, as after a lost connection, the newest
 * items come first: those before them stay until they come, too, so that a reader is not moved.
 */
export function followConversation(items: ConversationItems, update: ConversationUpdate): ConversationItems {
  if (update.kind === 'snapshot') return [...items.slice(0, placeOf(items, update.items)), ...update.items];
  if (update.kind !== 'earlier') return reduceConversation(items, update);
  const place = placeOf(items, update.items);
  const isKnown = items[place]?.id === update.items[0]?.id;
  return items.toSpliced(place, isKnown ? update.items.length : 0, ...update.items);
}

/** Finds where items begin in those that are there; the beginning where they are not. */
function placeOf(items: ConversationItems, [first]: ConversationItems): number {
  return Math.max(
    0,
    items.findIndex(({ id }) => id === first?.id),
  );
}
