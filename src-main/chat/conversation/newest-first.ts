import type { ConversationUpdate } from '#contract';

/** Items that are sent together; more would keep the host from other work for too long. */
const TOGETHER = 250;

/** Passes updates on, with at most so many items in a snapshot: those before them follow it, the newest first. */
export async function* newestFirst(
  updates: AsyncGenerator<ConversationUpdate, void>,
  newest: number,
): AsyncGenerator<ConversationUpdate, void> {
  for await (const update of updates) {
    if (update.kind !== 'snapshot' || update.items.length <= newest) {
      yield update;
      continue;
    }
    const { items } = update;
    let from = items.length - newest;
    yield { kind: 'snapshot', items: items.slice(from) };
    while (from > 0) {
      const before = Math.max(0, from - TOGETHER);
      yield { kind: 'earlier', items: items.slice(before, from) };
      from = before;
    }
  }
}
