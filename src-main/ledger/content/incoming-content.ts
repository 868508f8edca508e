import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ContentHash } from '#contract';
import { messageOf, systemCodeOf } from '#core/app-error';
import { exists } from '#core/files/accessible';
import { syncDirectory } from '#core/files/atomic-file';
import type { Logger } from '#core/logger';
import { copyAndHash } from './copy-and-hash.ts';

/** Number of workers: more would not be faster on one disk, and would block it for others. */
const WORKERS = 2;
const HOUR_MS = 3_600_000;

/**
 * Bytes that were written but not yet flushed: they outlive this process, not a power cut, until `settle` has flushed each
 * and moved it to its place. So whatever is in its place is whole, and thousands of small files can be kept quickly.
 */
export class IncomingContent {
  readonly folder: string;
  readonly #placeOf: (hash: ContentHash) => string;
  readonly #log: Logger;
  readonly #waiting = new Map<ContentHash, { readonly isChecked: boolean }>();
  #settling: Promise<void> | undefined;
  #isClosed = false;

  constructor(folder: string, placeOf: (hash: ContentHash) => string, log: Logger) {
    this.folder = folder;
    this.#placeOf = placeOf;
    this.#log = log;
  }

  /** Takes over what an earlier process left here, and removes copies that it did not finish. */
  async adopt(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      if (ContentHash.safeParse(name).success) this.#waiting.set(name, { isChecked: false });
      // A younger one may be of a process that is just ending.
      else if ((await stat(path)).mtimeMs < Date.now() - HOUR_MS) await unlink(path).catch(() => {});
    }
  }

  isWaiting(hash: ContentHash): boolean {
    return this.#waiting.has(hash);
  }

  waiting(): ReadonlySet<ContentHash> {
    return new Set(this.#waiting.keys());
  }

  /** Whether it was left by an earlier process and may be truncated. */
  isDoubtful(hash: ContentHash): boolean {
    return this.#waiting.get(hash)?.isChecked === false;
  }

  async add(hash: ContentHash, temporary: string): Promise<void> {
    await rename(temporary, join(this.folder, hash));
    this.note(hash);
  }

  /** Takes over what has just been put under its name here: it is whole. */
  note(hash: ContentHash): void {
    this.#waiting.set(hash, { isChecked: true });
  }

  /** Takes over what another thread has put here and may not have flushed yet. */
  async share(hash: ContentHash): Promise<void> {
    if (this.#waiting.has(hash) || !(await exists(join(this.folder, hash)))) return;
    if (!this.#waiting.has(hash)) this.note(hash);
  }

  /** Flushes all that waits now; what fails goes on waiting, and the log has why. */
  async settle(): Promise<void> {
    // A pass that is under way has its list already, and what came after is not on it.
    await this.#settling;
    this.#settling ??= this.#settleAll().finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  /** Flushes one, if it waits. @throws file system errors */
  async settleOne(hash: ContentHash): Promise<void> {
    const place = await this.#move(hash);
    if (place !== undefined) await this.#finish(dirname(place), [hash]);
  }

  /** Ends after the file that is being flushed; the next process takes over the rest. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#settling;
  }

  async #settleAll(): Promise<void> {
    const hashes = [...this.#waiting.keys()];
    const moved = new Map<string, ContentHash[]>();
    const work = async () => {
      for (let hash = hashes.pop(); hash !== undefined && !this.#isClosed; hash = hashes.pop()) {
        const place = await this.#attempt(hash, this.#move(hash));
        if (place === undefined) continue;
        moved.set(dirname(place), [...(moved.get(dirname(place)) ?? []), hash]);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    for (const [folder, settled] of moved) await this.#attempt(folder, this.#finish(folder, settled));
  }

  /** Flushes and moves the file; its folder's entry is not flushed yet. */
  async #move(hash: ContentHash): Promise<string | undefined> {
    const entry = this.#waiting.get(hash);
    if (!entry) return undefined;
    const path = join(this.folder, hash);
    if (!entry.isChecked && !(await isWholeContent(path, hash))) {
      // Unless the same bytes have just been kept anew.
      if (this.#waiting.get(hash) !== entry) return await this.#move(hash);
      this.#waiting.delete(hash);
      await unlink(path).catch(() => {});
      return undefined;
    }
    const place = this.#placeOf(hash);
    const file = await openIfThere(path);
    // Another call has moved it just now.
    if (!file) return place;
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    if (await mkdir(dirname(place), { recursive: true, mode: 0o700 })) await syncDirectory(dirname(dirname(place)));
    await rename(path, place).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    });
    return place;
  }

  async #finish(folder: string, hashes: readonly ContentHash[]): Promise<void> {
    await syncDirectory(folder);
    for (const hash of hashes) this.#waiting.delete(hash);
  }

  async #attempt<T>(what: string, work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      this.#log.warn('ledger.content.unsettled', { what, error: messageOf(error) });
      return undefined;
    }
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws file system errors, since bytes that cannot be read just now may be whole */
async function isWholeContent(path: string, hash: ContentHash): Promise<boolean> {
  const file = await openIfThere(path);
  if (!file) return false;
  try {
    return (await copyAndHash(file)).hash === hash;
  } finally {
    await file.close();
  }
}
