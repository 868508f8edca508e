import { z } from 'zod';
import { messageOf } from '#core/app-error';
import { backUpFile } from '#core/backup-file';
import type { Logger } from '#core/logger';
import { Mutex } from '#core/mutex';
import { readTextFile, writeTextFile } from '#core/text-file';

const MAX_BYTES = 4_000_000;

const Entry = z.object({
  /** Absolute, symlinks resolved. */
  path: z.string(),
  openedAt: z.int().nonnegative(),
  isOpen: z.boolean(),
  /** Folders of skills that models are not told of. */
  skillsOff: z.array(z.string()).default([]),
  offersOwnTools: z.boolean().default(false),
  hasRichSchemas: z.boolean().default(false),
  /** Path of the one that it is a copy of, made to be worked in for a while. */
  copyOf: z.string().optional(),
});
/** Data kept about a workspace between two starts of the app; its trust is kept separately. */
export type RememberedWorkspace = z.infer<typeof Entry>;

const File = z.object({ v: z.literal(1), workspaces: z.array(Entry) });

/** The folders that a person opened or created as agent workspaces, in a file of the app's data folder. */
export class RememberedWorkspaces {
  readonly #file: string;
  readonly #log: Logger;
  readonly #mutex = new Mutex();
  #entries = new Map<string, RememberedWorkspace>();
  #isBroken = false;

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  get all(): readonly RememberedWorkspace[] {
    return [...this.#entries.values()];
  }

  get(path: string): RememberedWorkspace | undefined {
    return this.#entries.get(path);
  }

  /** Reads the file; one that cannot be read is an empty list, and is kept aside before it is written again. */
  async load(): Promise<void> {
    const reading = await readTextFile(this.#file, MAX_BYTES);
    if (reading.state === 'missing') return;
    try {
      if (reading.state === 'unreadable') throw new Error(reading.message);
      const { workspaces } = File.parse(JSON.parse(reading.text));
      this.#entries = new Map(workspaces.map((one) => [one.path, one]));
    } catch (error) {
      this.#isBroken = true;
      this.#log.warn('workspaces.unreadable', { file: this.#file, message: messageOf(error) });
    }
  }

  /** Adds or replaces. @throws AppError UNAVAILABLE if it cannot be written down; nothing has changed then */
  async set(entry: RememberedWorkspace): Promise<void> {
    await this.#write((entries) => entries.set(entry.path, entry));
  }

  /** @throws AppError UNAVAILABLE */
  async remove(path: string): Promise<void> {
    await this.#write((entries) => entries.delete(path));
  }

  #write(change: (entries: Map<string, RememberedWorkspace>) => unknown): Promise<void> {
    return this.#mutex.run(async () => {
      const entries = new Map(this.#entries);
      change(entries);
      if (this.#isBroken) await backUpFile(this.#file, new Date());
      this.#isBroken = false;
      const text = JSON.stringify({ v: 1, workspaces: [...entries.values()] }, undefined, 2);
      await writeTextFile(this.#file, `${text}\n`, 0o600);
      this.#entries = entries;
    });
  }
}
