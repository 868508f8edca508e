import type { ConversationItem, ConversationUpdate } from '#contract';
import { textEnd } from '#contract/text-ends';
import type { ConsoleItem } from './console-item.ts';
import type { ToolItem } from './tool-item.ts';

/** Anything that has its place in a conversation. */
export type SessionItem = ConversationItem | ConsoleItem;

/** A conversation in the order it happened; items that did not change keep their identity. */
export type ConversationItems = readonly SessionItem[];

export const emptyConversation: ConversationItems = [];

/** Characters of a running command's output that are kept for showing; the whole is in its spool. */
export const MAX_LIVE_OUTPUT = 200_000;

/** Applies one update; text or output for an item that is not there is dropped, since a snapshot follows such a gap. */
export function reduceConversation(items: ConversationItems, update: ConversationUpdate): ConversationItems {
  switch (update.kind) {
    case 'snapshot':
      return update.items;
    case 'earlier':
      return [...update.items, ...items];
    case 'item':
      return withItem(items, update.item);
    case 'text':
      return withChangedItem(items, update.id, (item) =>
        item.kind === 'assistant' ? { ...item, text: item.text + update.text } : item,
      );
    case 'reasoning':
      return withChangedItem(items, update.id, (item) =>
        item.kind === 'assistant' ? { ...item, reasoning: (item.reasoning ?? '') + update.text } : item,
      );
    case 'output':
      return withChangedItem(items, update.id, (item) => (item.kind === 'tool' ? withOutput(item, update.text) : item));
    case 'usage':
    case 'waiting':
      // These stand beside it: see usage-board.ts and waiting-messages.ts.
      return items;
  }
}

function withItem(items: ConversationItems, item: SessionItem): ConversationItems {
  const index = itemIndex(items, item.id);
  return index === -1 ? [...items, item] : items.with(index, item);
}

function withChangedItem(
  items: ConversationItems,
  id: string,
  change: (item: SessionItem) => SessionItem,
): ConversationItems {
  const index = itemIndex(items, id);
  const item = items[index];
  return item === undefined ? items : items.with(index, change(item));
}

/** Searches from the end, where nearly all updates land. */
function itemIndex(items: ConversationItems, id: string): number {
  return items.findLastIndex((item) => item.id === id);
}

function withOutput(item: ToolItem, text: string): ToolItem {
  if (item.command === undefined) return item;
  const output = textEnd(item.command.output + text, MAX_LIVE_OUTPUT);
  return { ...item, command: { ...item.command, output } };
}
