import type { ConversationUpdate, WaitingMessage } from '#contract';

/** The messages of a session that wait in the host, in their order. */
export type WaitingMessages = readonly WaitingMessage[];

export const noneWait: WaitingMessages = [];

/** The updates of a conversation without those of what waits, which `onWaiting` is told: they stand beside it, not in it. */
export async function* withoutWaiting(
  updates: AsyncIterable<ConversationUpdate>,
  onWaiting: (messages: WaitingMessages) => void,
): AsyncGenerator<ConversationUpdate> {
  for await (const update of updates) {
    if (update.kind === 'waiting') onWaiting(update.messages);
    else {
      if (update.kind === 'snapshot') onWaiting(noneWait);
      yield update;
    }
  }
}
