import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentHash } from '#contract';
import { AppError, systemCodeOf } from '#core/app-error';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { pathToBytes } from '#core/files/path-bytes';
import type { Logger } from '#core/logger';
import { sha256 } from '#core/text/sha256';
import type { ContentStore, KeepOptions } from '../ports.ts';
import { writeAll } from '../write-all.ts';
import { cannotKeepContent, contentPlace, incomingFolder } from './content-places.ts';
import { cloneFile, copyAndHash, type HashedBytes } from './copy-and-hash.ts';
import { IncomingContent } from './incoming-content.ts';
import { contentDamaged, contentNotFound, placesOfKept, readKeptNow, sizeNow, unreadableContent } from './kept-now.ts';
import { putBackLeaving, renewKept } from './stored-content.ts';

/** Size from which files are read as a stream, never held in memory whole, in bytes. */
const STREAM_BYTES = 1024 * 1024;

/** Bytes under `<folder>/ab/<hash>`, each in a file of its own that is never changed. */
export class FolderContentStore implements ContentStore, AsyncDisposable {
  readonly folder: string;
  readonly #incoming: IncomingContent;
  /** Writes under way, by hash; the same bytes are written once and others wait for it. */
  readonly #writing = new Map<ContentHash, Promise<void>>();
  /** Devices whose files cannot share their bytes with files here. */
  readonly #apart = new Set<number>();

  private constructor(folder: string, log: Logger) {
    this.folder = folder;
    this.#incoming = new IncomingContent(incomingFolder(folder), (hash) => contentPlace(folder, hash), log);
  }

  static async open(folder: string, log: Logger): Promise<FolderContentStore> {
    const store = new FolderContentStore(folder, log);
    await putBackLeaving(folder);
    await store.#incoming.adopt();
    void store.settle();
    return store;
  }

  /** Opens a store that is open already, in another thread; what an earlier process left to be flushed is the first one's. */
  static beside(folder: string, log: Logger): FolderContentStore {
    return new FolderContentStore(folder, log);
  }

  async keep(bytes: Uint8Array, { settle = 'now' }: KeepOptions = {}): Promise<ContentHash> {
    const hash = sha256(bytes);
    await this.#once(hash, async () => {
      if (await this.#holds({ hash, size: bytes.length }, settle)) return;
      await this.#put(async (temporary) => {
        await using file = await open(temporary, 'wx', 0o600);
        await writeAll(file, bytes, 0);
        return hash;
      });
    });
    if (settle === 'now') await this.#settleOne(hash);
    return hash;
  }

  async keepFile(path: string, options: KeepOptions = {}): Promise<HashedBytes> {
    const name = pathToBytes(path);
    await using source = await open(name, READ_NONBLOCKING_NOFOLLOW);
    const stats = await source.stat();
    if (!stats.isFile()) throw new AppError('INVALID_INPUT', `${path} is no regular file`, { where: path });
    if (stats.size <= STREAM_BYTES) {
      const bytes = await source.readFile();
      return { hash: await this.keep(bytes, options), size: bytes.length };
    }
    const kept = await this.#keepLarge({ source, path: name, maxBytes: stats.size, device: stats.dev }, options);
    if (options.settle !== 'later') await this.#settleOne(kept.hash);
    return kept;
  }

  async settle(): Promise<ReadonlySet<ContentHash>> {
    await this.#incoming.settle();
    return this.#incoming.waiting();
  }

  /** Takes over what this thread has just written whole to the folder of incoming bytes. */
  note(hash: ContentHash): void {
    this.#incoming.note(hash);
  }

  /** Whether it was put into the folder of incoming bytes here and is not flushed yet. */
  isWaiting(hash: ContentHash): boolean {
    return this.#incoming.isWaiting(hash);
  }

  async read(hash: ContentHash): Promise<Buffer> {
    const bytes = await this.#orNotFound(hash, (path) => readFile(path));
    if (sha256(bytes) !== hash) throw contentDamaged(this.folder, hash);
    return bytes;
  }

  readNow(hash: ContentHash): Buffer {
    const bytes = readKeptNow(this.folder, hash);
    if (!bytes) throw contentNotFound(this.folder, hash);
    if (sha256(bytes) !== hash) throw contentDamaged(this.folder, hash);
    return bytes;
  }

  hasNow(hash: ContentHash): boolean {
    // Whoever asks is about to refer to them.
    return placesOfKept(this.folder, hash).some((path) => sizeNow(path) !== undefined) && renewKept(this.folder, hash);
  }

  async copyTo(hash: ContentHash, target: string, signal?: AbortSignal): Promise<void> {
    const name = pathToBytes(target);
    const [path, opened] = await this.#orNotFound(hash, async (at) => [at, await open(at, 'r')] as const);
    await using source = opened;
    const isClone = await cloneFile(source, path, name);
    await using file = await open(name, isClone ? 'r' : 'wx', 0o600);
    try {
      const copied = await (isClone ? copyAndHash(file, { signal }) : copyAndHash(source, { target: file, signal }));
      if (copied.hash !== hash) throw contentDamaged(this.folder, hash);
    } catch (error) {
      await unlink(name).catch(() => {});
      throw error;
    }
  }

  async readPart(
    hash: ContentHash,
    { offset, length }: { readonly offset: number; readonly length: number },
  ): Promise<{ bytes: Buffer; size: number }> {
    await using file = await this.#orNotFound(hash, (path) => open(path, 'r'));
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    return { bytes: buffer.subarray(0, bytesRead), size };
  }

  async has(hash: ContentHash): Promise<boolean> {
    return (await this.#sizeOf(hash)) !== undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#incoming.close();
  }

  /** The file may be written to in the meantime: what counts is what was copied. */
  async #keepLarge(file: LargeFile, { settle = 'now', isNew, onAdded, signal }: KeepOptions): Promise<HashedBytes> {
    if (!isNew) {
      const seen = await copyAndHash(file.source, { maxBytes: file.maxBytes, signal });
      if (await this.#holds(seen, settle)) return seen;
    }
    let kept: HashedBytes | undefined;
    await this.#put(async (temporary) => {
      kept = await this.#copy(file, temporary, signal);
      if (await this.#holds(kept, settle)) return undefined;
      onAdded?.();
      return kept.hash;
    });
    if (!kept) throw new Error('Nothing was copied');
    return kept;
  }

  /** Shares the bytes on the disk where the file system can, else copies them. */
  async #copy(
    { source, path, maxBytes, device }: LargeFile,
    temporary: string,
    signal: AbortSignal | undefined,
  ): Promise<HashedBytes> {
    if (!this.#apart.has(device) && (await cloneFile(source, path, temporary))) {
      await using clone = await open(temporary, 'r');
      return await copyAndHash(clone, { signal });
    }
    this.#apart.add(device);
    await using target = await open(temporary, 'wx', 0o600);
    return await copyAndHash(source, { target, maxBytes, signal });
  }

  /** `write` makes a file under the name it is given and answers its hash, or `undefined` if it is not needed. */
  async #put(write: (temporary: string) => Promise<ContentHash | undefined>): Promise<void> {
    const temporary = join(this.#incoming.folder, randomUUID());
    try {
      const hash = await write(temporary);
      if (hash === undefined) await unlink(temporary);
      else await this.#incoming.add(hash, temporary);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw cannotKeepContent(this.folder, error);
    }
  }

  async #settleOne(hash: ContentHash): Promise<void> {
    try {
      await this.#incoming.settleOne(hash);
    } catch (error) {
      throw cannotKeepContent(this.folder, error);
    }
  }

  async #once(hash: ContentHash, work: () => Promise<void>): Promise<void> {
    const running = this.#writing.get(hash);
    if (running !== undefined) return await running;
    const mine = work().finally(() => this.#writing.delete(hash));
    this.#writing.set(hash, mine);
    await mine;
  }

  /**
   * Whether content is already kept. Before an immediate replacement the kept bytes are read again: if they were
   * damaged, those at hand would be the last.
   */
  async #holds({ hash, size }: HashedBytes, settle: KeepOptions['settle']): Promise<boolean> {
    if (this.#incoming.isDoubtful(hash) || (await this.#sizeOf(hash)) !== size) return false;
    await this.#incoming.share(hash);
    return renewKept(this.folder, hash) && (settle === 'later' || (await this.#isWhole(hash)));
  }

  async #isWhole(hash: ContentHash): Promise<boolean> {
    try {
      await using file = await this.#orNotFound(hash, (path) => open(path, 'r'));
      return (await copyAndHash(file)).hash === hash;
    } catch {
      return false;
    }
  }

  async #sizeOf(hash: ContentHash): Promise<number | undefined> {
    for (const path of placesOfKept(this.folder, hash)) {
      const stats = await stat(path).catch(() => undefined);
      if (stats?.isFile()) return stats.size;
    }
    return undefined;
  }

  async #orNotFound<T>(hash: ContentHash, use: (path: string) => Promise<T>): Promise<T> {
    for (const path of placesOfKept(this.folder, hash)) {
      try {
        return await use(path);
      } catch (error) {
        if (systemCodeOf(error) === 'ENOENT') continue;
        throw unreadableContent(path, hash, error);
      }
    }
    throw contentNotFound(this.folder, hash);
  }
}

interface LargeFile {
  readonly source: FileHandle;
  readonly path: string | Buffer;
  /** Size when it was opened. */
  readonly maxBytes: number;
  readonly device: number;
}
