import type { LedgerEvent, LedgerEventData } from '#contract';

type RewoundData = LedgerEventData<'session.rewound'>;

/** A rewind of a session as it is on its record. */
export interface RecordedRewind {
  /** Its `session.rewound`. */
  readonly id: string;
  readonly data: RewoundData;
  /** Places of the events that it folds in the record: from its message up to itself. */
  readonly from: number;
  readonly to: number;
}

/**
 * Reason why a rewind cannot be redone: it already was, what preceded it was folded by a later one, or the conversation
 * went on.
 */
export type RedoProblem = 'unknown' | 'redone' | 'folded' | 'went-on';

/**
 * Folded part of a record: the conversation continues from a message as if what came after it had not been said. A redo
 * unfolds it again. Events are identified by their place in the record, which the caller keeps if needed.
 */
export class RewindFold {
  #place = -1;
  /** Places of messages, by event. */
  readonly #messages = new Map<string, number>();
  /** Places of messages, in order. */
  readonly #places: number[] = [];
  readonly #rewinds = new Map<string, RecordedRewind>();
  readonly #redone = new Set<string>();

  /** Place of the event that was taken last, counted from 0. */
  get place(): number {
    return this.#place;
  }

  get rewinds(): Iterable<RecordedRewind> {
    return this.#rewinds.values();
  }

  /** Takes the next event of the record. Answers whether something was folded or unfolded by it. */
  add(event: Pick<LedgerEvent, 'id' | 'type' | 'data'>): boolean {
    this.#place += 1;
    const { type, data } = event as LedgerEvent;
    if (type === 'message.user') this.#addMessage(event.id);
    if (type === 'event.copied' && data.type === 'message.user') this.#addMessage(data.id);
    return type === 'session.rewound' && this.#rewound(event.id, data);
  }

  /** The rewind that folds what stands at a place: the one that reaches back furthest. */
  at(place: number): RecordedRewind | undefined {
    let widest: RecordedRewind | undefined;
    for (const rewind of this.#rewinds.values()) {
      if (place < rewind.from || place >= rewind.to || this.#redone.has(rewind.id)) continue;
      if (widest === undefined || rewind.from < widest.from || rewind.to > widest.to) widest = rewind;
    }
    return widest;
  }

  /** Whether this is a message of the session; one that is folded is, too. */
  hasMessage(id: string): boolean {
    return this.#messages.has(id);
  }

  /** Whether a message is part of the conversation as it goes on now. */
  isCurrent(message: string): boolean {
    const place = this.#messages.get(message);
    return place !== undefined && this.at(place) === undefined;
  }

  isRedone(rewind: string): boolean {
    return this.#redone.has(rewind);
  }

  /** The reason that a rewind cannot be redone; `undefined` if it can. */
  whyNotRedoable(id: string): RedoProblem | undefined {
    const rewind = this.#rewinds.get(id);
    if (!rewind) return 'unknown';
    if (this.#redone.has(id)) return 'redone';
    if (this.at(rewind.to)) return 'folded';
    return this.#wentOnAfter(rewind.to) ? 'went-on' : undefined;
  }

  rewind(id: string): RecordedRewind | undefined {
    return this.#rewinds.get(id);
  }

  /** Searches from the end, where the first message examined is nearly always one that is not folded. */
  #wentOnAfter(end: number): boolean {
    for (let index = this.#places.length - 1; index >= 0; index--) {
      const place = this.#places[index] ?? -1;
      if (place <= end) return false;
      if (!this.at(place)) return true;
    }
    return false;
  }

  #addMessage(id: string): void {
    if (this.#messages.has(id)) return;
    this.#messages.set(id, this.#place);
    this.#places.push(this.#place);
  }

  #rewound(id: string, data: RewoundData): boolean {
    if (data.of !== undefined) {
      if (this.whyNotRedoable(data.of) !== undefined) return false;
      this.#redone.add(data.of);
      return true;
    }
    const from = this.#messages.get(data.to);
    if (from === undefined || !this.isCurrent(data.to)) return false;
    this.#rewinds.set(id, { id, data, from, to: this.#place });
    return true;
  }
}
