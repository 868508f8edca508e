import type { AnyLedgerEvent, RepairCount } from '#contract';
import { messageOf } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import { knownEvent, type Ledger } from '#ledger';

/** The counts are sent at most this often, in milliseconds. */
const PUBLISH_MS = 50;

type RepairSource = Pick<Ledger, 'sessions' | 'session' | 'onAppended'>;

/** Counts of repairs by model and kind: read from the record on first use, and kept up to date from then on. */
export class RepairCounts implements AsyncDisposable {
  readonly #ledger: RepairSource;
  readonly #log: Logger;
  readonly #live = new LiveValue<readonly RepairCount[]>([]);
  readonly #counts = new Map<string, RepairCount>();
  /** Events that were counted while the record is being read. */
  readonly #counted = new Set<string>();
  #unsubscribe = () => {};
  #loading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(ledger: RepairSource, log: Logger) {
    this.#ledger = ledger;
    this.#log = log;
  }

  /** Begins with the counts of the whole record. */
  async *stream(signal?: AbortSignal): AsyncGenerator<readonly RepairCount[], void> {
    this.#loading ??= this.#load();
    await this.#loading;
    yield* this.#live.stream(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#loading;
  }

  /** Listens first, then reads, so that no event is missed; one that is met twice is counted once. */
  async #load(): Promise<void> {
    let isLoading = true;
    this.#unsubscribe = this.#ledger.onAppended((event) => {
      if (event.type !== 'call.repaired') return;
      this.#count(event, isLoading);
      this.#publishSoon();
    });
    try {
      for (const id of await this.#ledger.sessions()) await this.#read(id);
    } catch (error) {
      this.#log.error('guard.counts.unreadable', { error: messageOf(error) });
    }
    isLoading = false;
    this.#counted.clear();
    this.#publish();
  }

  async #read(id: string): Promise<void> {
    try {
      for await (const event of (await this.#ledger.session(id)).read()) {
        if (this.#isDisposed) return;
        if (event.type === 'call.repaired') this.#count(event, true);
      }
    } catch (error) {
      this.#log.error('guard.counts.unreadable', { session: id, error: messageOf(error) });
    }
  }

  #count(event: AnyLedgerEvent, isLoading: boolean): void {
    const known = knownEvent(event);
    if (known?.type !== 'call.repaired' || this.#counted.has(event.id)) return;
    if (isLoading) this.#counted.add(event.id);
    const { model, repairs } = known.data;
    for (const { rule } of repairs) {
      const key = JSON.stringify([model ?? null, rule]);
      const { count = 0, last = 0 } = this.#counts.get(key) ?? {};
      const next = { rule, count: count + 1, last: Math.max(last, event.at) };
      this.#counts.set(key, model === undefined ? next : { model, ...next });
    }
  }

  #publishSoon(): void {
    if (this.#isDisposed) return;
    this.#timer ??= setTimeout(() => this.#publish(), PUBLISH_MS);
  }

  #publish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#live.set([...this.#counts.values()].sort((a, b) => b.count - a.count || b.last - a.last));
  }
}
