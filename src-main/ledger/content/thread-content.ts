import { randomUUID } from 'node:crypto';
import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentHash } from '#contract';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { pathToBytes } from '#core/files/path-bytes';
import type { Logger } from '#core/logger';
import { sha256 } from '#core/text/sha256';
import { cannotKeepContent, incomingFolder } from './content-places.ts';
import { FolderContentStore } from './content-store.ts';
import { copyAndHash, type HashedBytes } from './copy-and-hash.ts';
import { placesOfKept, readKeptNow, sizeNow } from './kept-now.ts';
import { renewKept } from './stored-content.ts';

export interface KeptBytes extends HashedBytes {
  /** Whether they were not kept before. */
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

  /** @throws AppError UNAVAILABLE if they cannot be written */
  keep(bytes: Uint8Array): KeptBytes;
  /** Keeps bytes only if they may be added; `undefined` if they are not kept yet and may not. */
  keep(bytes: Uint8Array, mayAdd: (size: number) => boolean): KeptBytes | undefined;
  keep(bytes: Uint8Array, mayAdd: (size: number) => boolean = () => true): KeptBytes | undefined {
    const hash = sha256(bytes);
    const { length: size } = bytes;
    if (this.holds(hash, size) && renewKept(this.folder, hash)) return { hash, size, isNew: false };
    if (!mayAdd(size)) return undefined;
    const [incomingPath] = placesOfKept(this.folder, hash);
    const temporary = join(incomingFolder(this.folder), randomUUID());
    try {
      writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
      renameSync(temporary, incomingPath);
    } catch (error) {
      remove(temporary);
      throw cannotKeepContent(this.folder, error);
    }
    this.#store.note(hash);
    return { hash, size, isNew: true };
  }

  /** Keeps a file of any size, reading it in pieces. @throws as `ContentStore.keepFile` does */
  async keepFile(path: string, { isNew }: { readonly isNew: boolean }): Promise<KeptBytes> {
    let wasAdded = false;
    const onAdded = () => {
      wasAdded = true;
    };
    const kept = await this.#store.keepFile(path, { settle: 'later', isNew, onAdded });
    return { ...kept, isNew: wasAdded };
  }

  /** Finds the kept bytes of a file of any size; `undefined` if they are not kept. @throws file system errors */
  async findFile(path: string): Promise<KeptBytes | undefined> {
    await using source = await open(pathToBytes(path), READ_NONBLOCKING_NOFOLLOW);
    const { size: maxBytes } = await source.stat();
    const { hash, size } = await copyAndHash(source, { maxBytes });
    return this.holds(hash, size) && renewKept(this.folder, hash) ? { hash, size, isNew: false } : undefined;
  }

  holds(hash: ContentHash, size: number): boolean {
    const [incoming, settled] = placesOfKept(this.folder, hash);
    if (sizeNow(settled) === size) return true;
    if (sizeNow(incoming) !== size) return false;
    // What an earlier process left may have been cut short by a power cut.
    return this.#store.isWaiting(hash) || this.read(hash) !== undefined;
  }

  /** Bytes that are small, such as a folder's record; undefined if they are not there or damaged. */
  read(hash: ContentHash): Buffer | undefined {
    try {
      const bytes = readKeptNow(this.folder, hash);
      return bytes && sha256(bytes) === hash ? bytes : undefined;
    } catch {
      return undefined;
    }
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
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not made.
  }
}
