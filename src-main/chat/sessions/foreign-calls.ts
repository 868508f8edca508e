import type { LiveUsage, RunLimits } from '#contract';
import { AppError } from '#core/app-error';
import type { SharedConversations } from '../conversation/shared-conversations.ts';

/** A call that runs in a session without a turn, until it is disposed. */
export interface ForeignCall extends Disposable {
  /** Aborted when a person stops it. */
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
  readonly onUsage: (usage: LiveUsage, limits: RunLimits) => void;
}

/** Calls of other programs: seen while they run, and stopped, as those of a turn are. */
export class ForeignCalls {
  readonly #conversations: SharedConversations;
  readonly #running = new Map<string, Set<AbortController>>();

  constructor(conversations: SharedConversations) {
    this.#conversations = conversations;
  }

  async begin(session: string, callId: string): Promise<ForeignCall> {
    const { conversation, release } = await this.#conversations.hold(session);
    const stop = new AbortController();
    const calls = this.#running.get(session) ?? new Set();
    this.#running.set(session, calls.add(stop));
    return {
      signal: stop.signal,
      onOutput: (text) => conversation.callOutput(callId, text),
      onUsage: (usage, limits) => conversation.callUsage(callId, usage, limits),
      [Symbol.dispose]: () => {
        calls.delete(stop);
        if (calls.size === 0) this.#running.delete(session);
        release();
      },
    };
  }

  has(session: string): boolean {
    return this.#running.has(session);
  }

  stop(session: string): void {
    for (const call of this.#running.get(session) ?? []) {
      call.abort(new AppError('CANCELLED', 'The person stopped the call'));
    }
  }
}
