import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { messageOf } from '#core/app-error';
import { backUpFile } from '#core/backup-file';
import { Emitter } from '#core/emitter';
import type { Logger } from '#core/logger';
import { Mutex } from '#core/mutex';
import { readTextFile, writeTextFile } from '#core/text-file';

const MAX_BYTES = 1_000_000;
const File = z.object({ v: z.literal(1), folders: z.array(z.string()) });

/**
 * The folders whose own files the person trusts: to name servers that get stored keys, to have programs attached again.
 * By real path, and each for itself: what lies in a trusted folder is not trusted with it.
 */
export class TrustedFolders {
  readonly #file: string;
  readonly #log: Logger;
  readonly #changed = new Emitter<void>();
  #folders = new Set<string>();
  #isBroken = false;
  readonly #mutex = new Mutex();

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  readonly onChanged = this.#changed.subscribe;

  async load(): Promise<void> {
    const reading = await readTextFile(this.#file, MAX_BYTES);
    this.#isBroken = false;
    if (reading.state === 'missing') return;
    try {
      if (reading.state === 'unreadable') throw new Error(reading.message);
      this.#folders = new Set(File.parse(JSON.parse(reading.text)).folders);
    } catch (error) {
      // Nothing is trusted then, and the person is asked anew.
      this.#folders = new Set();
      this.#isBroken = true;
      this.#log.warn('trust.unreadable', { file: this.#file, message: messageOf(error) });
    }
  }

  readonly has = (folder: string): boolean => this.#folders.has(realPath(folder));

  /** @throws AppError UNAVAILABLE when it cannot be written down; nothing has changed then */
  readonly set = (folder: string, trusted: boolean): Promise<void> =>
    this.#mutex.run(() => this.#write(realPath(folder), trusted));

  async #write(folder: string, trusted: boolean): Promise<void> {
    // Another process of ours may have added to it.
    await this.load();
    const folders = new Set(this.#folders);
    if (trusted) folders.add(folder);
    else folders.delete(folder);
    if (this.#isBroken) await backUpFile(this.#file, new Date());
    await writeTextFile(this.#file, `${JSON.stringify({ v: 1, folders: [...folders] }, undefined, 2)}\n`, 0o600);
    this.#folders = folders;
    this.#log.info('trust.changed', { folder, trusted });
    this.#changed.emit();
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
