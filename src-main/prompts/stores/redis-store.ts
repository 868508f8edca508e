import type { Redis } from 'ioredis';
import type { PromptStoreState, RecordProblem } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import { KEY_START } from './key-path.ts';
import { KeyspaceEvents } from './keyspace-events.ts';
import { LentKeys } from './lent-keys.ts';
import { LivenessMonitor, SILENCE_MS } from './liveness-monitor.ts';
import { OfflineQueue } from './offline-queue.ts';
import { MAX_VALUE_BYTES } from './record-file.ts';
import { parseRedisAddress, shownAddress } from './redis-address.ts';
import { redisClient } from './redis-client.ts';
import { hasTimedOut, noDatabase, redisFailure, redisReason } from './redis-failure.ts';
import { readKeys, scanKeys } from './redis-values.ts';
import type { ReportedStore } from './reported-store.ts';

export interface RedisStoreOptions {
  /** `host:port`, `redis://`, `rediss://`, or the path of a socket. */
  readonly addr: string;
  readonly password?: string | undefined;
  readonly db?: number | undefined;
  readonly log: Logger;
  /** Milliseconds of a clock that is never set. */
  readonly now?: () => number;
}

const WRITES = { maxCommands: 1000, maxBytes: 1_000_000, maxAgeMs: 5000, tooLate: 'and this was not written' };
/** Limits of readers at the start, when it is unknown whether the server is there. */
const READS = { maxCommands: 1000, maxBytes: 1_000_000, maxAgeMs: SILENCE_MS, tooLate: 'and nothing was read' };
/** A replica that took the place of its primary is found by connecting again, this often at most, in milliseconds. */
const READONLY_MS = 30_000;

/** Opens at once, be there a server or not, and goes on trying. @throws AppError INVALID_INPUT for an address that is none */
export function connectRedisStore(options: RedisStoreOptions): ReportedStore {
  return new RedisStore(options);
}

class RedisStore implements ReportedStore {
  readonly state: LiveValue<PromptStoreState>;
  readonly problems = new LiveValue<readonly RecordProblem[]>([]);
  readonly onChanged: Subscribe<readonly string[] | undefined>;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #password: string | undefined;
  readonly #db: number;
  readonly #redis: Redis;
  readonly #silence: LivenessMonitor;
  readonly #changed = new Emitter<readonly string[] | undefined>();
  readonly #reported = new Map<string, RecordProblem>();
  readonly #lent: LentKeys;
  readonly #writes: OfflineQueue;
  readonly #reads: OfflineQueue;
  #events: KeyspaceEvents | undefined;
  #lastError: unknown;
  #hasBeenReady = false;
  #isDisposed = false;
  #readonlyAt = Number.NEGATIVE_INFINITY;

  constructor({ addr, password, db, log, now = () => performance.now() }: RedisStoreOptions) {
    const address = parseRedisAddress(addr);
    this.#log = log;
    this.#now = now;
    this.#password = password || address.password;
    this.#db = db || (address.db ?? 0);
    this.#lent = new LentKeys(now);
    this.#writes = new OfflineQueue(WRITES, now);
    this.#reads = new OfflineQueue(READS, now);
    const place = shownAddress(address);
    this.state = new LiveValue<PromptStoreState>({ kind: 'redis', place, state: 'connecting', isWatched: false });
    this.onChanged = this.#changed.subscribe;
    this.#redis = redisClient(address, this.#password);
    this.#redis.on('error', (error) => {
      this.#lastError = error;
    });
    this.#silence = new LivenessMonitor(this.#redis, () => this.#lost(new Error('Command timed out')));
    let greeted = () => {};
    this.#redis.on('connect', () => {
      greeted = this.#silence.begin();
    });
    this.#redis.on('ready', () => {
      greeted();
      void this.#select();
    });
    this.#redis.on('close', () => {
      greeted();
      this.#isDown();
    });
    this.#redis.connect().catch(() => {});
  }

  async scan(prefix: string): Promise<readonly string[]> {
    const keys = await this.#asking(() => scanKeys(this.#redis, prefix));
    return keys.filter((key) => !this.#lent.has(key));
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (keys.length === 0) return new Map();
    const { values, problems } = await this.#asking(() => readKeys(this.#redis, keys));
    this.#report(keys, problems);
    return values;
  }

  async write(key: string, value: string): Promise<void> {
    const bytes = Buffer.byteLength(value);
    if (!key.startsWith(KEY_START)) {
      throw new AppError('INVALID_INPUT', `Keys of the prompt engine begin with ${KEY_START}`);
    }
    if (bytes > MAX_VALUE_BYTES) {
      throw new AppError('LIMIT_EXCEEDED', `${key} cannot be kept: ${bytes} bytes are more than ${MAX_VALUE_BYTES}`);
    }
    await this.#changing(key, bytes, () => this.#redis.set(key, value));
  }

  async lend(key: string, value: string, lifeMs: number): Promise<boolean> {
    const isRecord = (await this.#asking(() => this.#redis.pttl(key))) === -1;
    const set = () => this.#redis.set(key, value, 'PX', lifeMs);
    if (isRecord) this.#lent.delete(key);
    else await this.#lent.lend(key, lifeMs, () => this.#asking(set, Buffer.byteLength(value)));
    return !isRecord;
  }

  async remove(key: string): Promise<void> {
    this.#lent.delete(key);
    await this.#changing(key, 0, () => this.#redis.del(key));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#events?.[Symbol.dispose]();
    this.#redis.disconnect();
    this.#silence[Symbol.dispose]();
    this.#writes.refuseAll('and the app has closed it');
    this.#reads.refuseAll('and the app has closed it');
  }

  /** Asks the server: a read waits for the first connection; later a lost connection fails at once. */
  #asking<T>(command: () => Promise<T>, bytes = 0): Promise<T> {
    if (this.state.value.state === 'connecting' && !this.#isDisposed) {
      return this.#reads.add(bytes, () => this.#sent(command, bytes));
    }
    return this.#sent(command, bytes);
  }

  async #changing(key: string, bytes: number, command: () => Promise<unknown>): Promise<void> {
    const send = () => this.#sent(command, bytes);
    const isReady = this.state.value.state === 'ready';
    await (isReady || this.#isDisposed ? send() : this.#writes.add(bytes + key.length, send));
    // Where the server tells of changes, it tells of ours.
    if (!this.state.value.isWatched) this.#changed.emit([key]);
  }

  async #sent<T>(command: () => Promise<T>, bytes = 0): Promise<T> {
    const { state, place, reason } = this.state.value;
    if (this.#isDisposed) throw new AppError('UNAVAILABLE', 'The prompt store is closed');
    if (state !== 'ready') {
      throw new AppError('UNAVAILABLE', `Redis is out of reach: ${reason ?? 'not connected yet'}`, { where: place });
    }
    try {
      return await this.#silence.during(bytes, command);
    } catch (error) {
      this.#failed(error);
      // A connection that was given up says only that it is closed.
      throw redisFailure(hasTimedOut(this.#lastError) ? this.#lastError : error, place, this.#password);
    }
  }

  #failed(error: unknown): void {
    const isReadonly = error instanceof Error && error.message.startsWith('READONLY');
    const now = this.#now();
    if (isReadonly && now - this.#readonlyAt < READONLY_MS) return;
    if (isReadonly) this.#readonlyAt = now;
    if (isReadonly || hasTimedOut(error)) this.#lost(error);
  }

  #lost(error: unknown): void {
    this.#lastError = error;
    // What was asked is still to be answered, and all that is asked now would wait behind it.
    if (['ready', 'connect'].includes(this.#redis.status)) this.#redis.disconnect(true);
    this.#isDown();
  }

  /** Every connection begins in the first database. */
  async #select(): Promise<void> {
    const { stream } = this.#redis;
    try {
      // In small letters the client would take it for its own affair, and repeat it unasked.
      if (this.#db !== 0) await this.#silence.during(0, () => this.#redis.call('SELECT', this.#db));
    } catch (error) {
      if (this.#redis.stream !== stream || this.#redis.status !== 'ready') return;
      this.#lastError = noDatabase(error, this.#db);
      this.#isDown();
      return;
    }
    if (this.#redis.stream === stream && this.#redis.status === 'ready') this.#isReady();
  }

  #isReady(): void {
    if (this.#isDisposed) return;
    const { kind, place } = this.state.value;
    this.#lastError = undefined;
    this.#log.info('prompts.redis.ready', { place });
    this.state.set({ kind, place, state: 'ready', isWatched: false });
    this.#reads.sendAll();
    this.#writes.sendAll();
    void this.#listen(this.#hasBeenReady);
    this.#hasBeenReady = true;
  }

  #isDown(): void {
    if (this.#isDisposed) return;
    this.#events?.[Symbol.dispose]();
    this.#events = undefined;
    const reason = redisReason(this.#lastError ?? new Error('Connection is closed'), this.#password);
    const { kind, place, state, since = Date.now(), reason: before } = this.state.value;
    if (state === 'down' && reason === before) return;
    if (state !== 'down') this.#log.warn('prompts.redis.down', { place, reason });
    this.state.set({ kind, place, state: 'down', reason, since, isWatched: false });
    this.#reads.refuseAll(reason);
  }

  async #listen(isBack: boolean): Promise<void> {
    this.#events?.[Symbol.dispose]();
    const events = new KeyspaceEvents({
      redis: this.#redis,
      db: this.#db,
      onChanged: (keys) => {
        const own = keys?.filter((key) => !this.#lent.has(key));
        if (own === undefined || own.length > 0) this.#changed.emit(own);
      },
      onHearing: (isWatched) => {
        if (this.state.value.state === 'ready') this.state.update((state) => ({ ...state, isWatched }));
      },
    });
    this.#events = events;
    const hears = await events.start();
    // What others wrote until now has not been heard of.
    if ((hears || isBack) && this.#events === events && !this.#isDisposed) this.#changed.emit(undefined);
  }

  #report(asked: readonly string[], problems: readonly RecordProblem[]): void {
    const before = JSON.stringify([...this.#reported.values()]);
    for (const key of asked) this.#reported.delete(key);
    for (const problem of problems) this.#reported.set(problem.key, problem);
    const after = [...this.#reported.values()];
    if (JSON.stringify(after) !== before) this.problems.set(after);
  }
}
