import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageLayer } from '#contract';
import { AppError, isAppError } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import { removeFolder } from '#core/files/remove-folder';
import { sha256 } from '#core/text/sha256';
import type { RunJob } from '../thread/run-job.ts';
import { cannotRead } from './open-at.ts';

/** Layers that stay laid out. */
const MAX_KEPT = 4;

/** A layer that was laid out to be read. */
export interface LaidOutLayer {
  readonly layer: ImageLayer;
  /** Absolute path of the folder that has what the layer shows; nothing may be written there. */
  readonly folder: string;
}

/** Layers of images laid out in a folder of the app's own, in which nothing runs: the last few stay there, until the app ends. */
export class ReadingFolders implements AsyncDisposable {
  readonly #root: string;
  readonly #run: RunJob;
  readonly #mutex = new KeyedMutex();
  /** Folders by file and layer, oldest first. */
  readonly #kept = new Map<string, LaidOutLayer>();
  /** How many read a folder or wait for it; it stays as long. */
  readonly #readers = new Map<string, number>();
  #swept: Promise<void> | undefined;

  /** @param root absolute path of a folder that is this one's alone; what an earlier run left in it is removed */
  constructor(root: string, run: RunJob) {
    this.#root = root;
    this.#run = run;
  }

  /**
   * Lays out what a layer shows, once as long as the image is the same file, for work that reads it: the folder stays until that
   * has ended. Resolves or rejects as the work does.
   *
   * @throws AppError NOT_FOUND, LIMIT_EXCEEDED, ImageError, file system errors, the signal's reason
   */
  async read<T>(
    { image, layer }: WantedLayer,
    signal: AbortSignal,
    work: (laidOut: LaidOutLayer) => Promise<T>,
  ): Promise<T> {
    await this.#sweepOnce();
    const key = keyOf(await stampOf(image), layer);
    this.#readers.set(key, (this.#readers.get(key) ?? 0) + 1);
    try {
      return await work(await this.#layOut(key, { image, layer }, signal));
    } finally {
      const others = (this.#readers.get(key) ?? 1) - 1;
      if (others > 0) this.#readers.set(key, others);
      else this.#readers.delete(key);
      await this.#letGo();
    }
  }

  async #layOut(key: string, { image, layer: name }: WantedLayer, signal: AbortSignal): Promise<LaidOutLayer> {
    return await this.#mutex.run(key, async () => {
      const laidOut =
        this.#kept.get(key) ?? (await this.#unpack(image, { name, folder: join(this.#root, key), signal }));
      // It is the newest now.
      this.#kept.delete(key);
      this.#kept.set(key, laidOut);
      return laidOut;
    });
  }

  async #sweepOnce(): Promise<void> {
    this.#swept ??= this.#sweep().catch((error: unknown) => {
      // The next reader tries again.
      this.#swept = undefined;
      throw error;
    });
    await this.#swept;
  }

  async #unpack(image: string, { name, folder, signal }: WantedFolder): Promise<LaidOutLayer> {
    try {
      const layer = await this.#run('layOut', { path: image, layer: name, folder }, { signal });
      return { layer, folder };
    } catch (error) {
      if (!isAppError(error, 'LIMIT_EXCEEDED')) throw error;
      const advice = 'Free some space, or unpack it elsewhere with `sigma workspace unpack`';
      throw new AppError('LIMIT_EXCEEDED', `The layer cannot be laid out to be read: ${error.message}`, { advice });
    }
  }

  /** Removes the oldest that are too many and not being read. Readers who come for one meanwhile have it laid out again. */
  async #letGo(): Promise<void> {
    const idle = [...this.#kept.keys()].filter((key) => !this.#readers.has(key));
    const tooMany = idle.slice(0, Math.max(0, this.#kept.size - MAX_KEPT));
    for (const key of tooMany) this.#kept.delete(key);
    await Promise.all(tooMany.map((key) => this.#mutex.run(key, () => removeFolder(join(this.#root, key)))));
  }

  async #sweep(): Promise<void> {
    await removeFolder(this.#root);
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#mutex.settled();
    await removeFolder(this.#root);
  }
}

interface WantedLayer {
  /** Absolute path of the image. */
  readonly image: string;
  /** Tag or UUID. */
  readonly layer: string;
}

interface WantedFolder {
  readonly name: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

const keyOf = (stamp: string, name: string): string => sha256(`${stamp} ${name}`).slice(0, 32);

/** Another one whenever the file is another. @throws AppError NOT_FOUND */
async function stampOf(image: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(image, { bigint: true }).catch((error: unknown) => {
    throw cannotRead(image, error);
  });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
