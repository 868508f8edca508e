import { resolve } from 'node:path';
import { z } from 'zod';
import { Emitter } from '#core/async/emitter';
import { Mutex } from '#core/async/mutex';
import { realOrSameAtOnce } from '#core/files/real-path';
import { StoredJson } from '#core/files/stored-json';
import type { Logger } from '#core/logger';

const MAX_BYTES = 1_000_000;
const TrustedFoldersFile = z.object({ v: z.literal(1), folders: z.array(z.string()) });

/**
 * The folders whose own files the person trusts: to name servers that get stored keys, to have programs attached again.
 * By real path, and each for itself: what lies in a trusted folder is not trusted with it.
 */
export class TrustedFolders {
  readonly #json: StoredJson<z.infer<typeof TrustedFoldersFile>>;
  readonly #log: Logger;
  readonly #changed = new Emitter<void>();
  #folders = new Set<string>();
  readonly #mutex = new Mutex();

  constructor(file: string, log: Logger) {
    this.#json = new StoredJson({
      file,
      log,
      schema: TrustedFoldersFile,
      warning: 'trust.unreadable',
      maxBytes: MAX_BYTES,
    });
    this.#log = log;
  }

  readonly onChanged = this.#changed.subscribe;

  async load(): Promise<void> {
    const content = await this.#json.read();
    if (content) this.#folders = new Set(content.folders);
    // Nothing is trusted of a file that cannot be read, and the person is asked anew.
    else if (this.#json.isBroken) this.#folders = new Set();
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
    await this.#json.write({ v: 1, folders: [...folders] });
    this.#folders = folders;
    this.#log.info('trust.changed', { folder, trusted });
    this.#changed.emit();
  }
}

const realPath = (folder: string): string => realOrSameAtOnce(resolve(folder));
