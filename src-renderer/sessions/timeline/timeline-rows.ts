import type { TurnChanges } from '#contract';
import type { ConversationItems, SessionItem } from '../items/conversation-state.ts';

type UserItem = Extract<SessionItem, { kind: 'user' }>;
type NoticeItem = Extract<SessionItem, { kind: 'notice' }>;

/** A message of the person with what its turn did, or a rewind. */
export type TimelineRow =
  | {
      readonly kind: 'message';
      readonly item: UserItem;
      readonly changes: TurnChanges | undefined;
      /** Calls of tools that its turn made. */
      readonly calls: number;
    }
  | { readonly kind: 'rewind'; readonly item: NoticeItem & { readonly rewind: NonNullable<NoticeItem['rewind']> } };

/** A conversation by its messages and rewinds, the newest first. */
export function timelineRows(
  items: ConversationItems,
  turns: ReadonlyMap<string, TurnChanges>,
): readonly TimelineRow[] {
  const calls = new Map<string, number>();
  for (const { kind, turn } of items) {
    if (kind === 'tool' && turn !== undefined) calls.set(turn, (calls.get(turn) ?? 0) + 1);
  }
  const rows: TimelineRow[] = [];
  for (const item of items) {
    if (item.kind === 'user') {
      const { turn = '' } = item;
      rows.push({ kind: 'message', item, changes: turns.get(turn), calls: calls.get(turn) ?? 0 });
    } else if (item.kind === 'notice' && item.rewind !== undefined) {
      rows.push({ kind: 'rewind', item: { ...item, rewind: item.rewind } });
    }
  }
  return rows.toReversed();
}
