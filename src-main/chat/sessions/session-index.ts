import type { AnyLedgerEvent, Attendance, SessionSummary } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import { knownEvent, type Ledger } from '#ledger';
import { SummaryFold } from './summary-fold.ts';

/** The list is sent at most this often, in milliseconds. */
const PUBLISH_MS = 50;

/**
 * The list of sessions, newest first, held in memory: read from the ledger in the background, one file after the other,
 * from the first time it is asked for, and kept up from the events that are appended.
 */
export class SessionIndex implements Disposable {
  readonly #list = new LiveValue<readonly SessionSummary[]>([]);
  readonly #ledger: Ledger;
  readonly #isRunning: (id: string) => boolean;
  readonly #log: Logger;
  readonly #folds = new Map<string, SummaryFold>();
  /** Events of files that are being read, by session. */
  readonly #early = new Map<string, AnyLedgerEvent[]>();
  readonly #loading = new Map<string, Promise<void>>();
  /** Deleted sessions: a list of files that was read before may name them still. */
  readonly #forgotten = new Set<string>();
  readonly #hasRead: Emitter<string>;
  readonly #unsubscribe: () => void;
  #starting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #publishedAt = 0;
  #isDisposed = false;

  constructor(ledger: Ledger, isRunning: (id: string) => boolean, log: Logger) {
    this.#ledger = ledger;
    this.#isRunning = isRunning;
    this.#log = log;
    this.#hasRead = new Emitter((error) => log.error('sessions.listener.failed', { error: messageOf(error) }));
    this.#unsubscribe = ledger.onAppended((event) => this.#onAppended(event));
  }

  /** A session whose record has been read just now. */
  get onRead() {
    return this.#hasRead.subscribe;
  }

  /** Begins to read what is there; resolves when all of it is in the list. */
  start(): Promise<void> {
    this.#starting ??= this.#loadAll();
    return this.#starting;
  }

  /** @throws AppError NOT_FOUND */
  async isNamed(id: string): Promise<boolean> {
    await this.summary(id);
    return this.#folds.get(id)?.isNamed === true;
  }

  titleOf(id: string): string | undefined {
    return this.#folds.get(id)?.title;
  }

  /** The same as `start`, without waiting for it. */
  readAll(): void {
    this.start().catch((error: unknown) => {
      this.#log.error('sessions.unreadable', { error: messageOf(error) });
    });
  }

  /** Ids of the messages that wait there, in their order; none as long as its record has not been read. */
  waiting(id: string): readonly string[] {
    return this.#folds.get(id)?.waiting ?? [];
  }

  /** @throws AppError NOT_FOUND */
  async attendance(id: string): Promise<Attendance> {
    return (await this.#foldOf(id)).attendance;
  }

  /** @throws AppError NOT_FOUND */
  async summary(id: string): Promise<SessionSummary> {
    return (await this.#foldOf(id)).summary(this.#isRunning(id));
  }

  async #foldOf(id: string): Promise<SummaryFold> {
    await this.#ensure(id);
    const fold = this.#folds.get(id);
    if (fold) return fold;
    throw new AppError('NOT_FOUND', `There is no session ${id}`, { advice: 'It may have been deleted' });
  }

  /** Newest first, as far as they were read. */
  all(): SessionSummary[] {
    const summaries = [...this.#folds].map(([id, fold]) => fold.summary(this.#isRunning(id)));
    return summaries.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1));
  }

  forget(id: string): void {
    this.#folds.delete(id);
    this.#forgotten.add(id);
    this.publish();
  }

  /** Begins with what is true now, not with what was last sent. */
  stream(signal?: AbortSignal): AsyncGenerator<readonly SessionSummary[], void> {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#publishNow();
    }
    return this.#list.stream(signal);
  }

  /** Publishes a change of a session that is not recorded, such as that it runs. */
  publish(): void {
    if (this.#timer || this.#isDisposed) return;
    const waitMs = Math.max(0, this.#publishedAt + PUBLISH_MS - performance.now());
    if (waitMs > 0) this.#timer = setTimeout(() => this.#publishNow(), waitMs);
    else this.#publishNow();
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #publishNow(): void {
    this.#timer = undefined;
    this.#publishedAt = performance.now();
    this.#list.set(this.all());
  }

  async #loadAll(): Promise<void> {
    // Ids begin with the time, so that the newest come first.
    for (const id of [...(await this.#ledger.sessions())].reverse()) {
      if (this.#isDisposed) return;
      if (this.#forgotten.has(id)) continue;
      await this.#load(id).catch((error: unknown) => {
        this.#log.error('session.unreadable', { session: id, error: messageOf(error) });
      });
    }
  }

  async #ensure(id: string): Promise<void> {
    if (this.#folds.has(id)) return;
    if ((await this.#ledger.sessions()).includes(id)) await this.#load(id);
  }

  #load(id: string): Promise<void> {
    if (this.#folds.has(id)) return Promise.resolve();
    const loading = this.#loading.get(id) ?? this.#read(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  /** Listens first, then reads, so that no event is missed or counted twice. */
  async #read(id: string): Promise<void> {
    const early: AnyLedgerEvent[] = [];
    this.#early.set(id, early);
    try {
      const fold = new SummaryFold(id);
      const read = new Set<string>();
      const session = await this.#ledger.session(id);
      for await (const event of session.read()) {
        read.add(event.id);
        apply(fold, event);
      }
      const { cut } = await session.checkAnchor();
      if (cut) fold.markCut(cut);
      for (const event of early) if (!read.has(event.id)) apply(fold, event);
      this.#folds.set(id, fold);
      this.publish();
      this.#hasRead.emit(id);
    } finally {
      this.#early.delete(id);
    }
  }

  #onAppended(event: AnyLedgerEvent): void {
    const { session } = event;
    this.#early.get(session)?.push(event);
    if (event.type === 'session.created' && !this.#folds.has(session)) {
      this.#folds.set(session, new SummaryFold(session));
    }
    const fold = this.#folds.get(session);
    if (!fold) return;
    apply(fold, event);
    this.publish();
  }
}

function apply(fold: SummaryFold, event: AnyLedgerEvent): void {
  const known = knownEvent(event);
  if (known) fold.apply(known);
}
