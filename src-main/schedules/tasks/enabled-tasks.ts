import { z } from 'zod';
import type { TaskId } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { messageOf } from '#core/app-error';
import { backUpFile } from '#core/backup-file';
import type { Logger } from '#core/logger';
import { Mutex } from '#core/mutex';
import { readTextFile, writeTextFile } from '#core/text-file';
import { taskKey } from './task-key.ts';

const MAX_BYTES = 4_000_000;

const EnabledTask = z.object({ workspace: z.string(), folder: z.string(), hash: z.string() });
type EnabledTask = z.infer<typeof EnabledTask>;

/** The tasks that a person switched on, each with the hash of the file that they read; kept in the data folder. */
export class EnabledTasks {
  readonly #file: string;
  readonly #log: Logger;
  readonly #mutex = new Mutex();
  #entries = new Map<string, EnabledTask>();
  #isBroken = false;

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  get all(): readonly EnabledTask[] {
    return [...this.#entries.values()];
  }

  /** Hash of the file that was switched on. */
  hashOf(id: TaskId): string | undefined {
    return this.#entries.get(taskKey(id))?.hash;
  }

  /** Reads the file; one that cannot be read has nothing on, and is kept aside before it is written again. */
  async load(): Promise<void> {
    const reading = await readTextFile(this.#file, MAX_BYTES);
    if (reading.state === 'missing') return;
    try {
      if (reading.state === 'unreadable') throw new Error(reading.message);
      const value: unknown = JSON.parse(reading.text);
      const entries = z.array(EnabledTask).parse(isPlainObject(value) ? value.enabled : undefined);
      this.#entries = new Map(entries.map((entry) => [taskKey(entry), entry]));
    } catch (error) {
      this.#isBroken = true;
      this.#log.warn('schedules.unreadable', { file: this.#file, message: messageOf(error) });
    }
  }

  /** Switches a task on, or off where no hash is given. @throws AppError UNAVAILABLE; it is as before then */
  set({ workspace, folder }: TaskId, hash: string | undefined): Promise<void> {
    return this.#mutex.run(async () => {
      const entries = new Map(this.#entries);
      const key = taskKey({ workspace, folder });
      if (hash === undefined) entries.delete(key);
      else entries.set(key, { workspace, folder, hash });
      if (this.#isBroken) await backUpFile(this.#file, new Date());
      this.#isBroken = false;
      await writeTextFile(
        this.#file,
        `${JSON.stringify({ v: 1, enabled: [...entries.values()] }, undefined, 2)}\n`,
        0o600,
      );
      this.#entries = entries;
    });
  }
}
