import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { ConversationUpdate, LiveUsage, RunLimits } from '#contract';

/** Current usage of a command, and its limits. */
export interface RunningUsage {
  readonly usage: LiveUsage;
  readonly limits: RunLimits;
}

/**
 * The use of running commands, by item. It comes several times a second and concerns a few numbers of one card, so it is kept
 * beside the conversation: only whoever shows it is drawn again.
 */
export class UsageBoard {
  readonly #now = new Map<string, RunningUsage>();
  readonly #listeners = new Set<() => void>();

  of(item: string): RunningUsage | undefined {
    return this.#now.get(item);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The updates of a conversation without those of use, which are taken here. */
  async *without(updates: AsyncIterable<ConversationUpdate>): AsyncGenerator<ConversationUpdate> {
    for await (const update of updates) {
      this.#take(update);
      if (update.kind !== 'usage') yield update;
    }
  }

  #take(update: ConversationUpdate): void {
    if (update.kind === 'usage') this.#now.set(update.id, { usage: update.usage, limits: update.limits });
    else if (update.kind === 'snapshot') this.#now.clear();
    else if (update.kind !== 'item' || update.item.kind !== 'tool' || update.item.state === 'running') return;
    else if (!this.#now.delete(update.item.id)) return;
    for (const listener of this.#listeners) listener();
  }
}

export const UsageContext = createContext<UsageBoard>(new UsageBoard());

/** Follows the usage of a running item; absent until it was measured, and once it has ended. */
export function useRunningUsage(item: string): RunningUsage | undefined {
  const board = useContext(UsageContext);
  return useSyncExternalStore(
    board.subscribe,
    useCallback(() => board.of(item), [board, item]),
  );
}
