import type { LedgerEvent } from '#contract';
import type { ItemStore } from './item-store.ts';

/** Takes in that a person gave a command more room, or those after it. @returns whether the event was that */
export function takeLimitEvent(items: ItemStore, event: LedgerEvent): boolean {
  if (event.type !== 'limits.raised') return false;
  const { limit, to, scope, callId } = event.data;
  const of = items.all.findLast((item) => item.kind === 'tool' && item.callId === callId);
  items.update(of?.id, 'tool', (item) => {
    if (!item.command) return item;
    const raised = [...(item.command.raised ?? []), { limit, to, scope }];
    return { ...item, command: { ...item.command, raised } };
  });
  return true;
}
