import type { ConversationItem, LedgerEvent } from '#contract';
import type { ItemStore } from './item-store.ts';

type ConsoleItem = Extract<ConversationItem, { kind: 'console' }>;
type EventOfType<T extends LedgerEvent['type']> = Extract<LedgerEvent, { type: T }>;

/** Takes in what became of a typed line. `since`: when this run of the app began. @returns whether the event was about one */
export function takeConsoleEvent(items: ItemStore, event: LedgerEvent, since: number): boolean {
  if (event.type === 'console.started') items.put(startedItem(event, since));
  else if (event.type === 'console.ended') items.update(event.cause, 'console', (item) => endedItem(item, event));
  else return false;
  return true;
}

/** One that was typed in an earlier run has ended, whether the ledger has its end or not. */
function startedItem({ id, at, data }: EventOfType<'console.started'>, since: number): ConsoleItem {
  const { line, cwd, how } = data;
  return { kind: 'console', id, at, line, cwd, how, state: at >= since ? 'running' : 'interrupted', text: '' };
}

function endedItem(item: ConsoleItem, { data }: EventOfType<'console.ended'>): ConsoleItem {
  const { exitCode, signal, durationMs, peak, text, stopReason } = data;
  return { ...item, state: stopReason === 'exit' ? 'done' : 'cancelled', exitCode, signal, durationMs, peak, text };
}
