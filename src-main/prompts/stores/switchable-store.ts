import type { PromptSettings, PromptStoreState, RecordProblem } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Emitter, type Subscribe, type Unsubscribe } from '#core/async/emitter';
import { Mutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import { openFolderStore } from './folder-store.ts';
import { openRedisStore } from './open-redis-store.ts';
import { shownRedisText } from './redis-address.ts';
import type { ReportedStore } from './reported-store.ts';
import { type TransferOutcome, transferRecords } from './transfer.ts';

export type StoreKind = PromptSettings['store'];

export interface SwitchableStoreOptions {
  /** Reads the current settings. */
  readonly settings: () => Pick<PromptSettings, 'store' | 'redis'>;
  readonly onSettingsChanged: Subscribe<unknown>;
  /** Folder of the embedded store. */
  readonly folder: string;
  /** Folder of initial records, used if there is no folder yet. */
  readonly samples?: string | undefined;
  /** Reads the password of Redis; called when connecting, and never stored. */
  readonly password: () => Promise<string | undefined>;
  readonly log: Logger;
}

export interface SwitchableStore extends ReportedStore {
  readonly opening: number;
  /** Opens the chosen one again: the password is another one. */
  reopen(): Promise<void>;
  /** @throws AppError INVALID_INPUT, UNAVAILABLE */
  transfer(request: {
    readonly from: StoreKind;
    readonly to: StoreKind;
    readonly overwrites: boolean;
  }): Promise<TransferOutcome>;
}

/** The store that the settings name, whichever that is by now. */
export async function createPromptStore(options: SwitchableStoreOptions): Promise<SwitchableStore> {
  const store = new SwitchingStore(options);
  await store.reopen();
  return store;
}

class SwitchingStore implements SwitchableStore {
  readonly state: LiveValue<PromptStoreState>;
  readonly problems = new LiveValue<readonly RecordProblem[]>([]);
  readonly onChanged: Subscribe<readonly string[] | undefined>;
  readonly #options: SwitchableStoreOptions;
  readonly #changed = new Emitter<readonly string[] | undefined>();
  readonly #unsubscribe: Unsubscribe;
  #store: ReportedStore | undefined;
  #following: readonly Unsubscribe[] = [];
  readonly #mutex = new Mutex();
  /** Text of the URL or folder that was opened. */
  #choice = '';
  /** The same text of the store that answers now, and how many others answered before it. */
  #answering = '';
  #openings = 0;
  #isDisposed = false;

  constructor(options: SwitchableStoreOptions) {
    this.#options = options;
    const kind = options.settings().store;
    this.state = new LiveValue<PromptStoreState>({
      kind,
      place: kind === 'folder' ? options.folder : shownRedisText(options.settings().redis.addr),
      state: 'connecting',
      isWatched: false,
    });
    this.onChanged = this.#changed.subscribe;
    this.#unsubscribe = options.onSettingsChanged(() => {
      if (this.#wanted() !== this.#choice) void this.reopen();
    });
  }

  get opening(): number {
    return this.#openings;
  }

  async scan(prefix: string): Promise<readonly string[]> {
    return await (await this.#opened()).scan(prefix);
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return await (await this.#opened()).read(keys);
  }

  async write(key: string, value: string): Promise<void> {
    await (await this.#opened()).write(key, value);
  }

  async remove(key: string): Promise<void> {
    await (await this.#opened()).remove(key);
  }

  /** Lends a value; does nothing if the store cannot expire it by itself. */
  async lend(key: string, value: string, lifeMs: number): Promise<boolean> {
    return (await (await this.#opened()).lend?.(key, value, lifeMs)) ?? false;
  }

  reopen(): Promise<void> {
    this.#choice = this.#wanted();
    return this.#mutex.run(() => this.#switch());
  }

  async transfer({ from, to, overwrites }: Parameters<SwitchableStore['transfer']>[0]): Promise<TransferOutcome> {
    if (from === to) throw new AppError('INVALID_INPUT', 'Records are copied from one store to the other');
    await this.#opened();
    const opened: ReportedStore[] = [];
    const use = async (kind: StoreKind) => {
      if (this.#store && this.state.value.kind === kind) return this.#store;
      const store = await this.#open(kind);
      opened.push(store);
      return store;
    };
    try {
      return await transferRecords({ from: await use(from), to: await use(to), overwrites });
    } finally {
      for (const store of opened) await store[Symbol.asyncDispose]();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#unsubscribe();
    await this.#mutex.settled();
    this.#leave();
    await this.#store?.[Symbol.asyncDispose]();
    this.#store = undefined;
  }

  async #opened(): Promise<ReportedStore> {
    await this.#mutex.settled();
    if (this.#store && !this.#isDisposed) return this.#store;
    const { place, reason } = this.state.value;
    throw new AppError('UNAVAILABLE', reason ?? 'The prompt store is closed', { where: place });
  }

  /** Never rejects: a store that cannot be opened is one that is down. */
  async #switch(): Promise<void> {
    if (this.#isDisposed) return;
    const before = this.#store;
    const isFirst = before === undefined;
    const { store: kind, redis } = this.#options.settings();
    const wanted = this.#wanted();
    this.#leave();
    try {
      this.#store = await this.#open(kind);
      this.#answersAs(wanted);
      this.#follow(this.#store);
    } catch (error) {
      this.#store = undefined;
      this.#answersAs(wanted);
      const place = kind === 'folder' ? this.#options.folder : shownRedisText(redis.addr);
      const reason = messageOf(error);
      this.state.set({ kind, place, state: 'down', reason, since: Date.now(), isWatched: false });
      this.problems.set([]);
      this.#options.log.warn('prompts.store.unusable', { kind, reason });
    }
    if (!isFirst) this.#changed.emit(undefined);
    await before?.[Symbol.asyncDispose]();
  }

  /** Counts another store, and not the same one with another password. */
  #answersAs(wanted: string): void {
    if (wanted !== this.#answering) this.#openings += 1;
    this.#answering = wanted;
  }

  async #open(kind: StoreKind): Promise<ReportedStore> {
    const { folder, samples, settings, password, log } = this.#options;
    if (kind === 'folder') return await openFolderStore({ folder, samples, log });
    return await openRedisStore({ ...settings().redis, password: await password(), log });
  }

  #follow(store: ReportedStore): void {
    this.state.set(store.state.value);
    this.problems.set(store.problems.value);
    this.#following = [
      store.state.onChanged((state) => this.state.set(state)),
      store.problems.onChanged((problems) => this.problems.set(problems)),
      store.onChanged((keys) => this.#changed.emit(keys)),
    ];
  }

  #leave(): void {
    for (const unsubscribe of this.#following) unsubscribe();
    this.#following = [];
  }

  #wanted(): string {
    const { store, redis } = this.#options.settings();
    return JSON.stringify(store === 'folder' ? [store] : [store, redis.addr, redis.db]);
  }
}
