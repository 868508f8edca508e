import { messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { Mutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { PromptStore } from '../ports.ts';
import { PREFIXES } from '../records/keys.ts';
import { buildingTables, buildTables } from './build-tables.ts';
import { readNamed, storeName } from './store-name.ts';
import type { LoadedTexts, Tables, Texts } from './tables.ts';

/** Longest that everything else waits for a slice of work, as far as its steps are short. */
const SLICE_MS = 10;

type TableKind = keyof LoadedTexts;
/** Result of reading a kind; absent `texts` stay as they were. */
interface KindReading {
  readonly texts?: Texts;
  /** Reason why it could not be read. */
  readonly problem?: string;
}

const NOTHING: LoadedTexts = { extension: new Map(), template: new Map(), tool: new Map() };

/** Reads extensions, prompts and tools, and swaps their tables whole. */
export class RecordLoader {
  readonly #store: PromptStore;
  readonly #log: Logger;
  readonly #changed = new Emitter<Tables>();
  #texts = NOTHING;
  #tables = buildTables(NOTHING);
  /** Names of the stores that the texts were read from. */
  readonly #from = new Map<TableKind, string>();
  readonly #mutex = new Mutex();
  /** Kinds that the next reading takes along, and that reading. */
  #next: { readonly kinds: Set<TableKind>; readonly done: Promise<string | undefined> } | undefined;

  constructor(store: PromptStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  readonly onChanged = this.#changed.subscribe;

  get tables(): Tables {
    return this.#tables;
  }

  /**
   * Reads these kinds again, and tells why one could not be read. Never rejects: what cannot be read stays as it was, as long as it is
   * of the same store.
   */
  refresh(kinds: readonly TableKind[]): Promise<string | undefined> {
    if (this.#next) {
      for (const kind of kinds) this.#next.kinds.add(kind);
      return this.#next.done;
    }
    const wanted = new Set(kinds);
    const done = this.#mutex.run(async () => {
      this.#next = undefined;
      try {
        return await this.#read([...wanted]);
      } catch (error) {
        this.#log.error('prompts.loadingFailed', { reason: messageOf(error) });
        return messageOf(error);
      }
    });
    this.#next = { kinds: wanted, done };
    return done;
  }

  async #read(kinds: readonly TableKind[]): Promise<string | undefined> {
    const read = await Promise.all(kinds.map(async (kind) => ({ kind, ...(await this.#readKind(kind)) })));
    const problem = read.find((one) => one.problem !== undefined)?.problem;
    const changed = read.flatMap(({ kind, texts }) =>
      texts && !haveSameTexts(texts, this.#texts[kind]) ? [[kind, texts] as const] : [],
    );
    if (changed.length === 0) return problem;
    const texts = { ...this.#texts, ...Object.fromEntries(changed) };
    this.#tables = await inSlices(buildingTables(texts, this.#tables));
    this.#texts = texts;
    this.#changed.emit(this.#tables);
    return problem;
  }

  async #readKind(kind: TableKind): Promise<KindReading> {
    this.#log.info('prompts.loading', { kind });
    const store = this.#store;
    try {
      const { value, from } = await readNamed(store, async () => {
        const keys = await store.scan(PREFIXES[kind]);
        return keys.length === 0 ? new Map<string, string>() : await store.read(keys);
      });
      this.#from.set(kind, from);
      return { texts: value };
    } catch (error) {
      const problem = messageOf(error);
      this.#log.warn('prompts.refreshFailed', { kind, reason: problem });
      const isOfAnother = (this.#from.get(kind) ?? storeName(store)) !== storeName(store);
      return isOfAnother ? { texts: new Map(), problem } : { problem };
    }
  }
}

function haveSameTexts(a: Texts, b: Texts): boolean {
  if (a.size !== b.size) return false;
  for (const [key, text] of a) if (b.get(key) !== text) return false;
  return true;
}

/** Does long work a slice at a time, so that what else there is to do comes in between. */
async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
