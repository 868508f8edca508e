import { z } from 'zod';
import { ChannelSettings } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { backUpFile } from '#core/backup-file';
import type { Logger } from '#core/logger';
import { Mutex } from '#core/mutex';
import { readTextFile, writeTextFile } from '#core/text-file';

const Entry = ChannelSettings.extend({
  id: z.string(),
  workspace: z.string(),
  isOn: z.boolean(),
  /** Conversations that people began again, by person. */
  conversations: z.record(z.string(), z.string()).default({}),
});
/** Data kept about a channel between two starts of the app; its token is kept separately. */
export type StoredChannel = z.infer<typeof Entry>;

const File = z.object({ v: z.literal(1), channels: z.array(Entry) });
const MAX_BYTES = 4_000_000;

/** The channels of all workspaces, in a file of the app's data folder. */
export class RememberedChannels {
  readonly #file: string;
  readonly #log: Logger;
  readonly #mutex = new Mutex();
  #entries = new Map<string, StoredChannel>();
  #isBroken = false;

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  get all(): readonly StoredChannel[] {
    return [...this.#entries.values()];
  }

  /** @throws AppError NOT_FOUND */
  get(id: string): StoredChannel {
    const found = this.#entries.get(id);
    if (found) return found;
    throw new AppError('NOT_FOUND', 'There is no such channel any more', { where: id });
  }

  /** Reads the file; one that cannot be read is an empty list, and is kept aside before it is written again. */
  async load(): Promise<void> {
    const reading = await readTextFile(this.#file, MAX_BYTES);
    if (reading.state === 'missing') return;
    try {
      if (reading.state === 'unreadable') throw new Error(reading.message);
      const { channels } = File.parse(JSON.parse(reading.text));
      this.#entries = new Map(channels.map((one) => [one.id, one]));
    } catch (error) {
      this.#isBroken = true;
      this.#log.warn('channels.unreadable', { file: this.#file, message: messageOf(error) });
    }
  }

  /** Adds or changes. @throws AppError UNAVAILABLE if it cannot be written down; nothing has changed then */
  async set(entry: StoredChannel): Promise<void> {
    await this.#write((entries) => entries.set(entry.id, entry));
  }

  /** @throws AppError UNAVAILABLE, NOT_FOUND if it was removed in the meantime */
  async change(id: string, change: (entry: StoredChannel) => StoredChannel): Promise<void> {
    await this.#write((entries) => entries.set(id, change(entries.get(id) ?? this.get(id))));
  }

  /** @throws AppError UNAVAILABLE */
  async remove(id: string): Promise<void> {
    await this.#write((entries) => entries.delete(id));
  }

  #write(change: (entries: Map<string, StoredChannel>) => unknown): Promise<void> {
    return this.#mutex.run(async () => {
      const entries = new Map(this.#entries);
      change(entries);
      if (this.#isBroken) await backUpFile(this.#file, new Date());
      this.#isBroken = false;
      await writeTextFile(
        this.#file,
        `${JSON.stringify({ v: 1, channels: [...entries.values()] }, undefined, 2)}\n`,
        0o600,
      );
      this.#entries = entries;
    });
  }
}
