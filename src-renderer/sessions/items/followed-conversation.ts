import type { ConversationUpdate } from '#contract';
import { type ConversationItems, reduceConversation } from './conversation-state.ts';

/**
 * Applies one update to a conversation that may be shown already. Where it comes again, as after a lost connection, the newest
 * items come first: those before them stay until they come, too, so that a reader is not moved.
 */
export function followConversation(items: ConversationItems, update: ConversationUpdate): ConversationItems {
  if (update.kind !== 'snapshot' && update.kind !== 'earlier') return reduceConversation(items, update);
  const ids = new Set(update.items.map(({ id }) => id));
  const first = items.findIndex(({ id }) => ids.has(id));
  if (update.kind === 'snapshot') return [...items.slice(0, Math.max(0, first)), ...update.items];
  // It may begin before all that had come when the connection was lost, or lack what was between.
  const known = first === -1 ? 0 : items.findLastIndex(({ id }) => ids.has(id)) + 1 - first;
  return items.toSpliced(Math.max(0, first), known, ...update.items);
}
