import type { LedgerEvent } from '#contract';
import { saysNothing } from '../items/assistant-item.ts';

/** Whether the last turn came to its end; what did not is undone in the model's view by the next message. */
export class TurnEnd {
  #isComplete = true;
  #isOver = true;

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether its end is on the record, whatever it was. */
  get isOver(): boolean {
    return this.#isOver;
  }

  apply({ type, data }: LedgerEvent): void {
    switch (type) {
      case 'message.user':
        this.#begin();
        return;
      case 'llm.requested':
        if (data.purpose === undefined) this.#begin();
        return;
      case 'llm.replied':
        // Where nothing says how the turn ended: the app ended first, or was older.
        if (data.purpose === undefined) this.#isComplete = data.calls.length === 0 && isWholeReply(data);
        return;
      case 'turn.ended':
        this.#isComplete = data.outcome === 'done' || data.outcome === 'refused';
        this.#isOver = true;
        return;
      case 'history.compacted':
        if (data.isManual) this.#isComplete = true;
        return;
      case 'history.reset':
        this.#isComplete = true;
        return;
      default:
        return;
    }
  }

  #begin(): void {
    this.#isComplete = false;
    this.#isOver = false;
  }
}

type ReplyData = Extract<LedgerEvent, { type: 'llm.replied' }>['data'];

function isWholeReply(reply: ReplyData): boolean {
  const isBroken = reply.finish === 'failed' || reply.finish === 'interrupted' || reply.finish === 'cancelled';
  return !isBroken && !saysNothing(reply);
}
