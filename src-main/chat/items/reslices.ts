import type { LedgerEvent } from '#contract';
import type { ItemStore } from './item-store.ts';

/** Takes in that a kept output was filtered in place of running its command again. @returns whether the event was that */
export function takeResliceEvent(items: ItemStore, event: LedgerEvent): boolean {
  if (event.type !== 'output.filtered') return false;
  const { source, savedMs } = event.data;
  const of = items.all.find((item) => item.kind === 'tool' && item.output === source);
  items.update(of?.id, 'tool', (item) => {
    if (!item.command) return item;
    const { count, savedMs: before } = item.command.reslices ?? { count: 0, savedMs: 0 };
    return { ...item, command: { ...item.command, reslices: { count: count + 1, savedMs: before + savedMs } } };
  });
  return true;
}
