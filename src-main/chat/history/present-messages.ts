import type { LedgerEvent } from '#contract';
import { copiedEvent, RewindFold } from '#ledger';
import { MessageFold } from './message-fold.ts';

interface PlacedEvent {
  readonly event: LedgerEvent;
  /** Its place in the record. */
  readonly place: number;
}

/** Types of events that decide what a model is sent. */
const OF_MESSAGES: ReadonlySet<string> = new Set([
  'message.user',
  'prompt.rendered',
  'llm.requested',
  'llm.replied',
  'tool.called',
  'tool.returned',
  'turn.ended',
  'history.compacted',
  'history.replaced',
  'history.shortened',
  'history.reset',
  'push.added',
  'push.dropped',
]);

/**
 * Messages for a model from a conversation that may have been rewound: what is folded was not said. The events are kept
 * for that purpose, which costs little, since the conversation's items hold the same texts.
 */
export class PresentMessages {
  readonly rewinds = new RewindFold();
  #fold = new MessageFold();
  readonly #events: PlacedEvent[] = [];
  /** Ids of calls, also of those that are folded: none is given twice. */
  readonly #calls = new Set<string>();

  /** The fold of what was said and is not folded. */
  get present(): MessageFold {
    return this.#fold;
  }

  hasCall(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** Answers whether something was folded or unfolded. */
  apply(event: LedgerEvent): boolean {
    if (this.rewinds.add(event)) {
      this.#foldAnew();
      return true;
    }
    const said = event.type === 'event.copied' ? copiedEvent(event) : event;
    if (said && OF_MESSAGES.has(said.type)) this.#take({ event: said, place: this.rewinds.place });
    return false;
  }

  #take(kept: PlacedEvent): void {
    this.#events.push(kept);
    if (kept.event.type === 'llm.replied') for (const { callId } of kept.event.data.calls) this.#calls.add(callId);
    this.#fold.apply(kept.event);
  }

  #foldAnew(): void {
    this.#fold = new MessageFold();
    for (const { event, place } of this.#events) if (!this.rewinds.at(place)) this.#fold.apply(event);
  }
}
