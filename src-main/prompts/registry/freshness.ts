import { withinTime } from '#core/async/within-time';
import type { PromptStore, RenderRequest } from '../ports.ts';
import { type KeyKind, KINDS, keyKind, PREFIXES } from '../records/keys.ts';
import type { Tables } from './tables.ts';

/** Records may be used this long after they were read, where the store does not tell of changes (milliseconds). */
const REUSE_MS = 4000;
/** Least time between two readings of everything because something is missing, in milliseconds. */
const MISS_MS = 1000;
/** Longest that a rendering waits for what is read again; then it takes what was read last. */
const WAIT_MS = 500;

export interface FreshnessOptions {
  readonly store: PromptStore;
  readonly tables: () => Tables;
  readonly refresh: (kinds: readonly KeyKind[]) => Promise<unknown>;
  /** Milliseconds of a clock that is never set. */
  readonly now?: (() => number) | undefined;
}

/**
 * Looks at the records that are about to be used, where the store does not tell of changes by itself: what another program wrote is seen
 * within 5 s. A store that tells of them is left alone.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  readonly #lookedAt = new Map<string, number>();
  #missedAt = Number.NEGATIVE_INFINITY;
  #readAllAt = Number.NEGATIVE_INFINITY;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  /** Looks at a prompt and the tools. Never rejects. */
  async ofPrompt(id: string | undefined): Promise<void> {
    if (!this.#isBlind) return;
    const stored = storedWith(this.#options.tables(), id);
    const keys = [...stored.keys()].filter((key) => this.#isDue(key));
    if (keys.length > 0) await withinTime(this.#look(keys, stored), WAIT_MS);
  }

  /** Reads every kind again where that was not done lately. Never rejects. */
  async ofAll(): Promise<void> {
    if (!this.#isBlind || this.#now() - this.#readAllAt < REUSE_MS) return;
    await withinTime(this.#readAll(KINDS), WAIT_MS);
  }

  /** Reads everything again because something was not found; whether it did. */
  async afterMiss({ draft, onlyVariables }: Pick<RenderRequest, 'draft' | 'onlyVariables'> = {}): Promise<boolean> {
    const now = this.#now();
    if (!this.#isBlind || draft || onlyVariables || now - this.#missedAt < MISS_MS) return false;
    this.#missedAt = now;
    await withinTime(this.#readAll(KINDS), WAIT_MS);
    return true;
  }

  get #isBlind(): boolean {
    const { state, isWatched } = this.#options.store.state.value;
    return state === 'ready' && !isWatched;
  }

  #isDue(key: string): boolean {
    const now = this.#now();
    if (now - Math.max(this.#lookedAt.get(key) ?? Number.NEGATIVE_INFINITY, this.#readAllAt) < REUSE_MS) return false;
    this.#lookedAt.set(key, now);
    return true;
  }

  async #look(keys: readonly string[], stored: StoredTexts): Promise<void> {
    const found = await this.#options.store.read(keys).catch(() => undefined);
    if (!found) return;
    const changed = keys.filter((key) => found.get(key) !== stored.get(key)).map(keyKind);
    const kinds = [...new Set(changed)].filter((kind) => kind !== undefined);
    if (kinds.length > 0) await this.#options.refresh(kinds);
  }

  async #readAll(kinds: readonly KeyKind[]): Promise<void> {
    this.#readAllAt = this.#now();
    this.#lookedAt.clear();
    await this.#options.refresh(kinds);
  }

  #now(): number {
    return (this.#options.now ?? (() => performance.now()))();
  }
}

/** Texts of records by key; `undefined` if there is none yet. */
type StoredTexts = ReadonlyMap<string, string | undefined>;

/** The records that rendering a prompt may use, but variables: its own, that of its extension, and the tools. */
function storedWith({ prompts, tools, extensions }: Tables, id: string | undefined): StoredTexts {
  const stored = new Map<string, string | undefined>();
  for (const tool of tools.byId.values()) stored.set(tool.key, tool.stored);
  if (id === undefined) return stored;
  const prompt = prompts.get(id);
  if (prompt?.origin === 'direct') return stored.set(prompt.key, prompt.stored);
  const extension = [...extensions.values()].find(({ key }) => key === prompt?.key);
  if (extension) stored.set(extension.key, extension.stored);
  return stored.set(`${PREFIXES.template}${id.replaceAll('.', ':')}`, undefined);
}
