import type { ValueSource } from '#contract';
import { messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { withinTime } from '#core/async/within-time';
import type { Logger } from '#core/logger';
import type { AppVariables, PromptStore } from '../ports.ts';
import { isNestedTooDeeply, NESTED_TOO_DEEPLY } from '../records/json.ts';
import { PREFIXES } from '../records/keys.ts';
import { readNamed, storeName } from './store-name.ts';
import { buildVariables, noVariables, type PromptVariables } from './variables.ts';

/** Values may be used this long after they were read; so may the knowledge that there is none. */
const REUSE_MS = 5000;
/** Time before expiry from which variables in use are read again. */
const AHEAD_MS = 4000;
/** Longest that a rendering waits for a store that does not answer; then it takes what was read last. */
const WAIT_MS = 150;
/** Longest that reading a variable of the app itself keeps the others waiting. */
const OWN_MS = 500;
/** Time after which a store that failed is asked again for a rendering, in milliseconds. */
const RETRY_MS = 500;

export interface VariableReaderOptions {
  readonly store: PromptStore;
  readonly own: AppVariables;
  readonly log: Logger;
  readonly now: () => number;
}

interface NumberedValues {
  /** Later ones have higher numbers. */
  readonly number: number;
  readonly values: ReadonlyMap<string, unknown>;
}

/** Records of variables, the kind of store that they were read from, and its name. */
interface StoredRecords {
  readonly texts: ReadonlyMap<string, string>;
  readonly source: ValueSource;
  readonly from: string | undefined;
}

const NOTHING: StoredRecords = { texts: new Map(), source: 'folder', from: undefined };

/** Variables as they were read last, and reading them again. */
export class VariableReader {
  readonly #options: VariableReaderOptions;
  readonly #changed = new Emitter<PromptVariables>();
  #variables = noVariables();
  #stored = NOTHING;
  #own: ReadonlyMap<string, unknown> = new Map();
  #reading: { readonly promise: Promise<string | undefined>; readonly since: number } | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Numbers of readings of the app's own variables. */
  #ownStarted = 0;
  #ownTaken = 0;

  constructor(options: VariableReaderOptions) {
    this.#options = options;
  }

  /** Subscribes to each reading that found a difference. */
  readonly onChanged = this.#changed.subscribe;

  get current(): PromptVariables {
    return this.#variables;
  }

  /** Returns variables no older than `REUSE_MS`, if the store answers. */
  async fresh(): Promise<PromptVariables> {
    const now = this.#options.now();
    if (isWithin(now, this.#variables.readAt, AHEAD_MS)) return this.#variables;
    if (isWithin(now, this.#failedAt, RETRY_MS)) return this.#variables;
    const reading = this.#start();
    const isUsable = isWithin(now, this.#variables.readAt, REUSE_MS);
    if (isUsable || this.#options.store.state.value.state === 'down') return this.#variables;
    const left = WAIT_MS - (performance.now() - reading.since);
    if (left > 0) await withinTime(reading.promise, left);
    return this.#variables;
  }

  /** Reads them again, and tells why the store could not be read. Never rejects; a failure leaves what was read last of the same store. */
  async refresh(): Promise<string | undefined> {
    // What is being read may have been asked for before the change.
    await this.#reading?.promise;
    return await this.#start().promise;
  }

  #start() {
    this.#reading ??= {
      since: performance.now(),
      promise: this.#logged(() => this.#read()).finally(() => {
        this.#reading = undefined;
      }),
    };
    return this.#reading;
  }

  /** Reads what the app itself publishes, and leaves the store alone. Never rejects. */
  async refreshOwn(): Promise<void> {
    await this.#logged(async () => {
      const own = await this.#readOwn();
      this.#take(this.#stored, this.#latestOwn(own), this.#variables.readAt);
    });
  }

  async #logged<T>(work: () => Promise<T>): Promise<T | string> {
    try {
      return await work();
    } catch (error) {
      this.#options.log.error('prompts.variablesUnread', { reason: messageOf(error) });
      return messageOf(error);
    }
  }

  async #read(): Promise<string | undefined> {
    const { store, log, now } = this.#options;
    const readAt = now();
    const [stored, own] = await Promise.allSettled([this.#readStore(), this.#readOwn()]);
    const ownValues = own.status === 'fulfilled' ? this.#latestOwn(own.value) : this.#own;
    if (stored.status === 'fulfilled') {
      this.#take(stored.value, ownValues, readAt);
      return undefined;
    }
    this.#failedAt = readAt;
    const why = messageOf(stored.reason);
    log.warn('prompts.variablesUnread', { reason: why });
    const isOfAnother = (this.#stored.from ?? storeName(store)) !== storeName(store);
    // What was not read stays as old as it is.
    this.#take(isOfAnother ? NOTHING : this.#stored, ownValues, this.#variables.readAt);
    return why;
  }

  #take(stored: StoredRecords, own: ReadonlyMap<string, unknown>, readAt: number): void {
    if (this.#variables.version > 0 && isSameStored(stored, this.#stored) && isSameOwn(own, this.#own)) {
      this.#stored = stored;
      this.#variables = { ...this.#variables, readAt };
      return;
    }
    this.#stored = stored;
    this.#own = own;
    this.#variables = buildVariables({ ...stored, own }, readAt, this.#variables);
    this.#changed.emit(this.#variables);
  }

  async #readStore(): Promise<StoredRecords> {
    const { store } = this.#options;
    const source = store.state.value.kind;
    const { value, from } = await readNamed(store, async () => {
      const keys = await store.scan(PREFIXES.environ);
      return keys.length === 0 ? new Map<string, string>() : await store.read(keys);
    });
    return { source, texts: value, from };
  }

  async #readOwn(): Promise<NumberedValues> {
    const { own } = this.#options;
    this.#ownStarted += 1;
    const number = this.#ownStarted;
    const read = own.keys().map(async (key) => [key, await this.#readOwnKey(key)] as const);
    return { number, values: new Map(await Promise.all(read)) };
  }

  /** Readings may end in another order than they began: one that began before the last that was taken is too old. */
  #latestOwn({ number, values }: NumberedValues): ReadonlyMap<string, unknown> {
    if (number < this.#ownTaken) return this.#own;
    this.#ownTaken = number;
    return values;
  }

  /** Reads an own key; returns its last value if reading fails or takes too long. */
  async #readOwnKey(key: string): Promise<unknown> {
    const { own, log } = this.#options;
    let value = this.#own.get(key);
    const read = async () => {
      try {
        const found = await own.read(key);
        if (isNestedTooDeeply(found)) throw new Error(NESTED_TOO_DEEPLY);
        value = found;
      } catch (error) {
        log.warn('prompts.ownVariableUnread', { key, reason: messageOf(error) });
      }
    };
    await withinTime(read(), OWN_MS);
    return value;
  }
}

/** A clock that was set back makes everything old. */
function isWithin(now: number, since: number, limit: number): boolean {
  return now - since >= 0 && now - since <= limit;
}

/** Whether the texts are the same, and of the same store: another one may have been filled from it. */
function isSameStored(a: StoredRecords, b: StoredRecords): boolean {
  if (a.source !== b.source || a.texts.size !== b.texts.size) return false;
  for (const [key, text] of a.texts) if (b.texts.get(key) !== text) return false;
  return true;
}

function isSameOwn(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (value !== other && JSON.stringify(value) !== JSON.stringify(other)) return false;
  }
  return true;
}
