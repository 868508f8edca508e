import type { YamlReadResult } from './yaml-record.ts';

/** Most text kept, in UTF-16 units. */
const MAX_LENGTH = 16_000_000;
/** Times of files are coarser than their changes: what changed just now may change again unseen, in milliseconds. */
const COARSE_MS = 250;

interface CacheEntry {
  readonly signature: string;
  readonly reading: YamlReadResult;
}

/** Content of YAML files as last read. YAML takes long to parse, and variables are read every few seconds. */
export class YamlCache {
  readonly #kept = new Map<string, CacheEntry>();
  #length = 0;

  /** `path` is any name of the file's own, `signature` something else whenever the file is another one. */
  get(path: string, signature: string): YamlReadResult | undefined {
    const known = this.#kept.get(path);
    if (known?.signature !== signature) return undefined;
    this.#kept.delete(path);
    this.#kept.set(path, known);
    return known.reading;
  }

  /** `changedAt`: by the clock of the file system, in milliseconds since 1970. */
  set(path: string, kept: CacheEntry, changedAt: number): void {
    this.#remove(path);
    const age = Date.now() - changedAt;
    if (age < COARSE_MS) return;
    this.#kept.set(path, kept);
    this.#length += entryLength(kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#length <= MAX_LENGTH) return;
      this.#remove(oldest);
    }
  }

  #remove(path: string): void {
    const known = this.#kept.get(path);
    if (known === undefined) return;
    this.#kept.delete(path);
    this.#length -= entryLength(known);
  }
}

function entryLength({ reading }: CacheEntry): number {
  return ('json' in reading ? reading.json : reading.problem).length;
}
