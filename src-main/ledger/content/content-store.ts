import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentHash } from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { ContentStore, KeepOptions } from '../ports.ts';
import { writeAll } from '../write-all.ts';
import { IncomingContent } from './incoming-content.ts';

/** Larger files are hashed first and copied only when they are new, so that they never are in memory whole. */
const STREAM_BYTES = 1024 * 1024;

/** Bytes under `<folder>/ab/<hash>`, each in a file of its own that is never changed. */
export class FolderContentStore implements ContentStore, AsyncDisposable {
  readonly folder: string;
  readonly #incoming: IncomingContent;
  /** Of the same bytes, one is written and the others wait for it. */
  readonly #writing = new Map<ContentHash, Promise<void>>();

  private constructor(folder: string, log: Logger) {
    this.folder = folder;
    this.#incoming = new IncomingContent(join(folder, 'incoming'), (hash) => this.#placeOf(hash), log);
  }

  static async open(folder: string, log: Logger): Promise<FolderContentStore> {
    const store = new FolderContentStore(folder, log);
    await store.#incoming.adopt();
    void store.settle();
    return store;
  }

  async keep(bytes: Uint8Array, { settle = 'now' }: KeepOptions = {}): Promise<ContentHash> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    await this.#once(hash, async () => {
      if (await this.#holds({ hash, size: bytes.length }, settle)) return;
      await this.#put(async (file) => {
        await writeAll(file, bytes, 0);
        return hash;
      });
    });
    if (settle === 'now') await this.#settleOne(hash);
    return hash;
  }

  async keepFile(path: string, options: KeepOptions = {}): Promise<{ hash: ContentHash; size: number }> {
    // O_NONBLOCK: a pipe in place of the file must not hold us up.
    const source = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await source.stat();
      if (!stats.isFile()) throw new AppError('INVALID_INPUT', `${path} is no regular file`, { where: path });
      if (stats.size <= STREAM_BYTES) {
        const bytes = await source.readFile();
        return { hash: await this.keep(bytes, options), size: bytes.length };
      }
      const kept = await this.#keepStreamed(source, options);
      if (options.settle !== 'later') await this.#settleOne(kept.hash);
      return kept;
    } finally {
      await source.close();
    }
  }

  async settle(): Promise<ReadonlySet<ContentHash>> {
    await this.#incoming.settle();
    return this.#incoming.waiting();
  }

  async read(hash: ContentHash): Promise<Buffer> {
    const bytes = await this.#orNotFound(hash, (path) => readFile(path));
    if (createHash('sha256').update(bytes).digest('hex') !== hash) {
      throw new AppError('UNAVAILABLE', `The kept bytes ${hash} are damaged on disk`, { where: this.#placeOf(hash) });
    }
    return bytes;
  }

  async readPart(
    hash: ContentHash,
    { offset, length }: { readonly offset: number; readonly length: number },
  ): Promise<{ bytes: Buffer; size: number }> {
    const file = await this.#orNotFound(hash, (path) => open(path, 'r'));
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      return { bytes: buffer.subarray(0, bytesRead), size };
    } finally {
      await file.close();
    }
  }

  async has(hash: ContentHash): Promise<boolean> {
    return (await this.#sizeOf(hash)) !== undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#incoming.close();
  }

  async #keepStreamed(source: FileHandle, { settle = 'now' }: KeepOptions): Promise<Seen> {
    const seen = await copyAndHash(source);
    if (await this.#holds(seen, settle)) return seen;
    let kept = seen;
    // The file may be written to meanwhile: what counts is what was copied.
    await this.#put(async (file) => {
      kept = await copyAndHash(source, file);
      return kept.hash;
    });
    return kept;
  }

  async #put(write: (file: FileHandle) => Promise<ContentHash>): Promise<void> {
    const temporary = join(this.#incoming.folder, randomUUID());
    try {
      const file = await open(temporary, 'wx', 0o600);
      let hash: ContentHash;
      try {
        hash = await write(file);
      } finally {
        await file.close();
      }
      await this.#incoming.add(hash, temporary);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw this.#cannotKeep(error);
    }
  }

  async #settleOne(hash: ContentHash): Promise<void> {
    try {
      await this.#incoming.settleOne(hash);
    } catch (error) {
      throw this.#cannotKeep(error);
    }
  }

  #cannotKeep(error: unknown): AppError {
    return new AppError(
      'UNAVAILABLE',
      `Bytes cannot be kept in ${this.folder}: ${messageOf(error)}`,
      { where: this.folder, advice: 'Check the free space and the rights of the data folder' },
      error,
    );
  }

  async #once(hash: ContentHash, work: () => Promise<void>): Promise<void> {
    const running = this.#writing.get(hash);
    if (running !== undefined) return await running;
    const mine = work().finally(() => this.#writing.delete(hash));
    this.#writing.set(hash, mine);
    await mine;
  }

  /** What is to be replaced at once has its kept bytes read again: were they damaged, those at hand would be the last. */
  async #holds({ hash, size }: Seen, settle: KeepOptions['settle']): Promise<boolean> {
    if (this.#incoming.isDoubtful(hash) || (await this.#sizeOf(hash)) !== size) return false;
    return settle === 'later' || (await this.#isWhole(hash));
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
    for (const path of this.#pathsOf(hash)) {
      const stats = await stat(path).catch(() => undefined);
      if (stats?.isFile()) return stats.size;
    }
    return undefined;
  }

  async #orNotFound<T>(hash: ContentHash, use: (path: string) => Promise<T>): Promise<T> {
    for (const path of this.#pathsOf(hash)) {
      try {
        return await use(path);
      } catch (error) {
        if (systemCodeOf(error) === 'ENOENT') continue;
        throw new AppError('UNAVAILABLE', `The kept bytes ${hash} cannot be read: ${messageOf(error)}`, {
          where: path,
        });
      }
    }
    throw new AppError('NOT_FOUND', `No bytes ${hash} are kept`, { where: this.#placeOf(hash) });
  }

  /** In the order in which bytes move, so that none are missed while they do. */
  #pathsOf(hash: ContentHash): string[] {
    const place = this.#placeOf(hash);
    const incoming = this.#incoming.pathOf(hash);
    return incoming === undefined ? [place] : [incoming, place];
  }

  /** @throws AppError INVALID_INPUT, so that no hash can name a file elsewhere. */
  #placeOf(hash: ContentHash): string {
    if (!ContentHash.safeParse(hash).success) throw new AppError('INVALID_INPUT', `"${hash}" is no content hash`);
    return join(this.folder, hash.slice(0, 2), hash);
  }
}

interface Seen {
  readonly hash: ContentHash;
  readonly size: number;
}

/** Reads the whole file from its start; writes it to `target` where one is given. */
async function copyAndHash(source: FileHandle, target?: FileHandle): Promise<Seen> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(STREAM_BYTES);
  let size = 0;
  for (;;) {
    const { bytesRead } = await source.read(chunk, 0, chunk.length, size);
    if (bytesRead === 0) return { hash: hash.digest('hex'), size };
    hash.update(chunk.subarray(0, bytesRead));
    if (target) await writeAll(target, chunk.subarray(0, bytesRead), size);
    size += bytesRead;
  }
}
