import type { AnyLedgerEvent } from '#contract';
import { onAbort } from '#core/async/abort';
import type { Ledger, SessionLedger } from '#ledger';

/** Events that wait for a reader; of one that is further behind they are let go and read again from the record. */
const MAX_WAITING = 500;
/** Events that are looked through from the end of a record before it is read from its beginning. */
const MAX_LOOKED_BACK = 500;

export type FeedItem = { readonly event: AnyLedgerEvent } | 'caught-up' | 'over' | 'stirred';

export interface FeedOptions {
  readonly ledger: Ledger;
  readonly session: string;
  /** The event to begin with, which is on the record. */
  readonly first: string;
  /** Tells of what is not on the record. */
  readonly onStirred: (listener: () => void) => () => void;
  /** Whether no more can come; asked when nothing of the record is left. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * The events of a session from one on, first those on its record, then as they come; `caught-up` whenever there is none
 * more (`over` if none can come), `stirred` when something else is new. However far its reader is behind, it holds a
 * bounded number of them.
 */
export async function* recordFeed(options: FeedOptions): AsyncGenerator<FeedItem, void> {
  const { ledger, session, first, signal } = options;
  const record = await ledger.session(session);
  const live = new EventBacklog();
  const leave = listenToEvents(options, live, session);
  const place: FeedPosition = { last: undefined };
  try {
    while (!signal?.aborted) {
      live.begin();
      yield* recordedItems(record, first, place);
      yield* coming(live, place, options);
    }
  } finally {
    leave();
  }
}

interface FeedPosition {
  /** The last event that was given. */
  last: string | undefined;
}

function listenToEvents({ ledger, onStirred, signal }: FeedOptions, live: EventBacklog, session: string): () => void {
  const stopped = onAbort(signal, () => live.wake());
  const leave = [
    ledger.onAppended((event) => {
      if (event.session === session) live.add(event);
    }),
    onStirred(() => live.stir()),
    () => stopped[Symbol.dispose](),
  ];
  return () => {
    for (const one of leave) one();
  };
}

async function* recordedItems(
  record: SessionLedger,
  first: string,
  place: FeedPosition,
): AsyncGenerator<FeedItem, void> {
  for await (const event of eventsFrom(record, place.last ?? first)) {
    if (event.id === place.last) continue;
    place.last = event.id;
    yield { event };
  }
}

/** Ends when its reader is too far behind. */
async function* coming(
  live: EventBacklog,
  place: FeedPosition,
  { isOver, signal }: FeedOptions,
): AsyncGenerator<FeedItem, void> {
  while (!signal?.aborted && !live.isLost) {
    const next = live.take(place.last);
    if (typeof next === 'object') place.last = next.event.id;
    yield next ?? (isOver() ? 'over' : 'caught-up');
    if (next === undefined && live.isIdle && !signal?.aborted) await live.changed();
  }
}

async function* eventsFrom(record: SessionLedger, first: string): AsyncGenerator<AnyLedgerEvent, void> {
  const newest: AnyLedgerEvent[] = [];
  for await (const event of record.read({ backward: true })) {
    newest.push(event);
    if (event.id === first) return yield* newest.reverse();
    if (newest.length > MAX_LOOKED_BACK) break;
  }
  newest.length = 0;
  let isThere = false;
  for await (const event of record.read()) {
    isThere ||= event.id === first;
    if (isThere) yield event;
  }
}

/** Events that arrived while the reader was busy. */
class EventBacklog {
  #events: AnyLedgerEvent[] = [];
  #isStirred = false;
  #wake = () => {};
  /** Whether more events came than are held. */
  isLost = false;

  get isIdle(): boolean {
    return this.#events.length === 0 && !this.#isStirred && !this.isLost;
  }

  /** Begins to hold events, before the record is read. */
  begin(): void {
    this.#events = [];
    this.isLost = false;
  }

  add(event: AnyLedgerEvent): void {
    if (this.isLost) return;
    if (this.#events.length < MAX_WAITING) this.#events.push(event);
    else {
      this.isLost = true;
      this.#events = [];
    }
    this.#wake();
  }

  stir(): void {
    this.#isStirred = true;
    this.#wake();
  }

  wake(): void {
    this.#wake();
  }

  /** Takes what came after the event `last`; an event may be both in the record and among these. */
  take(last: string | undefined): FeedItem | undefined {
    const known = this.#events.findLastIndex(({ id }) => id === last);
    if (known !== -1) this.#events.splice(0, known + 1);
    const event = this.#events.shift();
    if (event) return { event };
    if (!this.#isStirred) return undefined;
    this.#isStirred = false;
    return 'stirred';
  }

  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
