import { z } from 'zod';
import { Mutex } from '../async/mutex.ts';
import type { Logger } from '../logger.ts';
import { StoredJson } from './stored-json.ts';

const MAX_BYTES = 4_000_000;

export interface StoredListOptions<Entry> {
  readonly file: string;
  readonly log: Logger;
  /** Name of the list in the file. */
  readonly name: string;
  readonly entry: z.ZodType<Entry>;
  readonly keyOf: (entry: Entry) => string;
  /** Event of the log for a file that cannot be read, which is an empty list. */
  readonly warning: string;
}

/** Entries by key, in a file of the app's data folder. */
export class StoredList<Entry> {
  readonly #name: string;
  readonly #keyOf: (entry: Entry) => string;
  readonly #json: StoredJson<Readonly<Record<string, unknown>>>;
  readonly #entriesIn: z.ZodType<Entry[]>;
  readonly #mutex = new Mutex();
  #entries = new Map<string, Entry>();

  constructor({ file, log, name, entry, keyOf, warning }: StoredListOptions<Entry>) {
    this.#name = name;
    this.#keyOf = keyOf;
    this.#entriesIn = z.array(entry);
    const schema = z.object({ v: z.literal(1), [name]: this.#entriesIn });
    this.#json = new StoredJson({ file, log, schema, warning, maxBytes: MAX_BYTES });
  }

  get all(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  find(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  async load(): Promise<void> {
    const content = await this.#json.read();
    if (!content) return;
    const entries = this.#entriesIn.parse(content[this.#name]);
    this.#entries = new Map(entries.map((entry) => [this.#keyOf(entry), entry]));
  }

  /** Adds or replaces. @throws AppError UNAVAILABLE if it cannot be written down; nothing has changed then */
  async set(entry: Entry): Promise<void> {
    await this.edit((entries) => entries.set(this.#keyOf(entry), entry));
  }

  /** @throws AppError UNAVAILABLE */
  async remove(key: string): Promise<void> {
    await this.edit((entries) => entries.delete(key));
  }

  /** Changes what the file has by now. @throws AppError UNAVAILABLE; what `change` throws, and nothing has changed then */
  protected edit(change: (entries: Map<string, Entry>) => unknown): Promise<void> {
    return this.#mutex.run(async () => {
      const entries = new Map(this.#entries);
      change(entries);
      await this.#json.write({ v: 1, [this.#name]: [...entries.values()] });
      this.#entries = entries;
    });
  }
}
