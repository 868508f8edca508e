import { messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { Mutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { PromptStore } from '../ports.ts';
import { PREFIXES } from '../records/keys.ts';
import { buildingTables, buildTables } from './build-tables.ts';
import type { LoadedTexts, Tables, Texts } from './tables.ts';

/** Longest that everything else waits for a slice of work, as far as its steps are short. */
const SLICE_MS = 10;

type TableKind = keyof LoadedTexts;
const NOTHING: LoadedTexts = { extension: new Map(), template: new Map(), tool: new Map() };

/** Reads extensions, prompts and tools, and swaps their tables whole. */
export class RecordLoader {
  readonly #store: PromptStore;
  readonly #log: Logger;
  readonly #changed = new Emitter<Tables>();
  #texts = NOTHING;
  #tables = buildTables(NOTHING);
  readonly #mutex = new Mutex();
  /** Kinds that the next reading takes along, and that reading. */
  #next: { readonly kinds: Set<TableKind>; readonly done: Promise<void> } | undefined;

  constructor(store: PromptStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  readonly onChanged = this.#changed.subscribe;

  get tables(): Tables {
    return this.#tables;
  }

  /** Never rejects: what cannot be read stays as it was. */
  refresh(kinds: readonly TableKind[]): Promise<void> {
    if (this.#next) {
      for (const kind of kinds) this.#next.kinds.add(kind);
      return this.#next.done;
    }
    const wanted = new Set(kinds);
    const done = this.#mutex.run(async () => {
      this.#next = undefined;
      try {
        await this.#read([...wanted]);
      } catch (error) {
        this.#log.error('prompts.loadingFailed', { reason: messageOf(error) });
      }
    });
    this.#next = { kinds: wanted, done };
    return done;
  }

  async #read(kinds: readonly TableKind[]): Promise<void> {
    const read = await Promise.all(kinds.map(async (kind) => [kind, await this.#readKind(kind)] as const));
    const found = read.filter((entry): entry is readonly [TableKind, Texts] => entry[1] !== undefined);
    const changed = found.filter(([kind, texts]) => !haveSameTexts(texts, this.#texts[kind]));
    if (changed.length === 0) return;
    const texts = { ...this.#texts, ...Object.fromEntries(changed) };
    this.#tables = await inSlices(buildingTables(texts, this.#tables));
    this.#texts = texts;
    this.#changed.emit(this.#tables);
  }

  async #readKind(kind: TableKind): Promise<Texts | undefined> {
    this.#log.info('prompts.loading', { kind });
    try {
      const keys = await this.#store.scan(PREFIXES[kind]);
      return keys.length === 0 ? new Map() : await this.#store.read(keys);
    } catch (error) {
      this.#log.warn('prompts.refreshFailed', { kind, reason: messageOf(error) });
      return undefined;
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
