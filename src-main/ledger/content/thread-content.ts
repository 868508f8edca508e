import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentHash } from '#contract';
import type { Logger } from '#core/logger';
import { cannotKeep, contentPlace, incomingFolder } from './content-places.ts';
import { FolderContentStore } from './content-store.ts';
import type { HashedBytes } from './copy-and-hash.ts';

export interface KeptBytes extends HashedBytes {
  /** They were not kept before. */
  readonly isNew: boolean;
}

/**
 * The content store for a worker thread, where waiting for the disk holds nobody up: thousands of small files are kept several
 * times as fast as by calls that give way. What it keeps outlives a crash at once, and a power cut after `settle`.
 */
export class ThreadContent {
  readonly folder: string;
  readonly #store: FolderContentStore;

  constructor(folder: string, log: Logger) {
    this.folder = folder;
    this.#store = FolderContentStore.beside(folder, log);
  }

  /** @throws AppError UNAVAILABLE when they cannot be written */
  keep(bytes: Uint8Array): KeptBytes;
  /** The same; `undefined` when they are not kept yet and may not be added. */
  keep(bytes: Uint8Array, mayAdd: (size: number) => boolean): KeptBytes | undefined;
  keep(bytes: Uint8Array, mayAdd: (size: number) => boolean = () => true): KeptBytes | undefined {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const { length: size } = bytes;
    if (this.holds(hash, size)) return { hash, size, isNew: false };
    if (!mayAdd(size)) return undefined;
    const temporary = join(incomingFolder(this.folder), randomUUID());
    try {
      writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
      renameSync(temporary, this.#incomingPath(hash));
    } catch (error) {
      remove(temporary);
      throw cannotKeep(this.folder, error);
    }
    this.#store.note(hash);
    return { hash, size, isNew: true };
  }

  /** For files of any size, piece by piece. @throws as `ContentStore.keepFile` does */
  async keepFile(path: string, { isNew }: { readonly isNew: boolean }): Promise<KeptBytes> {
    let wasAdded = false;
    const onAdded = () => {
      wasAdded = true;
    };
    const kept = await this.#store.keepFile(path, { settle: 'later', isNew, onAdded });
    return { ...kept, isNew: wasAdded };
  }

  holds(hash: ContentHash, size: number): boolean {
    if (sizeOf(contentPlace(this.folder, hash)) === size) return true;
    const incoming = this.#incomingPath(hash);
    if (sizeOf(incoming) !== size) return false;
    // What an earlier process left may have been cut short by a power cut.
    return this.#store.isWaiting(hash) || hashOf(incoming) === hash;
  }

  /** Bytes that are small, such as a folder's record; undefined when they are not there or damaged. */
  read(hash: ContentHash): Buffer | undefined {
    for (const path of [this.#incomingPath(hash), contentPlace(this.folder, hash)]) {
      const bytes = readIfThere(path);
      if (bytes && createHash('sha256').update(bytes).digest('hex') === hash) return bytes;
    }
    return undefined;
  }

  /** Flushes what was kept here to the disk. */
  async settle(): Promise<void> {
    await this.#store.settle();
  }

  isSettled(hash: ContentHash): boolean {
    return !this.#store.isWaiting(hash);
  }

  /** Ends after the file that is being flushed. */
  close(): Promise<void> {
    return this.#store[Symbol.asyncDispose]();
  }

  #incomingPath(hash: ContentHash): string {
    return join(incomingFolder(this.folder), hash);
  }
}

function sizeOf(path: string): number | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : undefined;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function hashOf(path: string): ContentHash | undefined {
  const bytes = readIfThere(path);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not made.
  }
}
