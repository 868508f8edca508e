import type { ConversationItems, SessionItem } from '../items/conversation-state.ts';
import type { RewindPlace } from './rewind-context.ts';

/** The entries that are drawn: what a rewind folded is, where it was opened. */
export function visibleItems(items: ConversationItems, opened: ReadonlySet<string>): ConversationItems {
  return items.some(({ rewound }) => rewound !== undefined)
    ? items.filter(({ rewound }) => rewound === undefined || opened.has(rewound))
    : items;
}

/**
 * Places to go back to by entry: for a message before it, for the last reply of a turn after it. Entries that are
 * folded, unsent or still arriving have none.
 */
export function rewindPlaces(items: ConversationItems): ReadonlyMap<string, RewindPlace> {
  const places = new Map<string, RewindPlace>();
  let next: SessionItem | undefined;
  for (const item of items.toReversed()) {
    if (!isSaid(item)) continue;
    if (item.kind === 'user') {
      const { id, text, images } = item;
      places.set(id, { before: id, text, ...(images && { images }) });
    } else if (item.kind === 'assistant' && (next === undefined || next.kind === 'user')) {
      places.set(item.id, { before: next?.id });
    }
    next = item;
  }
  return places;
}

/** Whether it is part of what a model is told now, or of what it says. */
function isSaid(item: SessionItem): boolean {
  if (item.rewound !== undefined) return false;
  if (item.kind === 'user') return item.notSent === undefined;
  return item.kind === 'assistant' || item.kind === 'tool';
}

export function isSamePlaces(one: ReadonlyMap<string, RewindPlace>, other: ReadonlyMap<string, RewindPlace>): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([id, { before, text }]) => {
    const place = other.get(id);
    return place !== undefined && place.before === before && place.text === text;
  });
}
