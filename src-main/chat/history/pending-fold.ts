import type { LedgerEvent, PendingItem } from '#contract';
import { ranCall, summaryItem, undoneTurnNote } from './user-text.ts';

/** Items to send with the next message. */
export class PendingFold {
  /** Items sent with the last message; they wait again if its turn does not complete. */
  #taken: readonly PendingItem[] = [];
  /** Items added since. */
  #added: readonly PendingItem[] = [];
  /** Calls of the last turn that were run and may have had an effect. */
  #ran: string[] = [];

  waiting(isTurnComplete: boolean): PendingItem[] {
    if (isTurnComplete) return [...this.#added];
    return [...this.#taken, ...(this.#ran.length > 0 ? [undoneTurnNote(this.#ran)] : []), ...this.#added];
  }

  /** `wasComplete`: whether the turn before the event had come to its end. */
  apply(event: LedgerEvent, wasComplete: boolean): void {
    switch (event.type) {
      case 'message.user':
        this.#onMessage(event.data.pending ?? []);
        return;
      case 'tool.called':
        // Calls from outside belong to no turn.
        if (event.turn !== undefined) this.#ran.push(...[ranCall(event.data) ?? []].flat());
        return;
      case 'push.added':
        this.#added = [...this.#added, event.data.item];
        return;
      case 'push.dropped':
        this.#drop(event.data.index, wasComplete);
        return;
      case 'history.compacted':
        this.#onCompacted(summaryItem(event.data.summary), event.data.isManual, wasComplete);
        return;
      case 'history.reset':
        this.#settle([]);
        return;
      default:
        return;
    }
  }

  /** Takes the message's items; those added while it was being sent stay for the next. */
  #onMessage(taken: readonly PendingItem[]): void {
    this.#added = this.#added.filter((item) => !taken.some((one) => isSameItem(one, item)));
    this.#taken = taken;
    this.#ran = [];
  }

  #onCompacted(summary: PendingItem, isManual: boolean, wasComplete: boolean): void {
    if (isManual) this.#settle([summary, ...this.waiting(wasComplete)]);
    else this.#taken = [summary, ...this.#taken];
  }

  #settle(added: readonly PendingItem[]): void {
    this.#added = added;
    this.#taken = [];
    this.#ran = [];
  }

  #drop(index: number, isTurnComplete: boolean): void {
    const before = isTurnComplete ? 0 : this.#taken.length;
    const hasNote = !isTurnComplete && this.#ran.length > 0;
    if (index < before) this.#taken = this.#taken.filter((_, at) => at !== index);
    else if (hasNote && index === before) this.#ran = [];
    else this.#added = this.#added.filter((_, at) => at !== index - before - (hasNote ? 1 : 0));
  }
}

function isSameItem(one: PendingItem, other: PendingItem): boolean {
  return one.kind === other.kind && one.label === other.label && one.text === other.text;
}
