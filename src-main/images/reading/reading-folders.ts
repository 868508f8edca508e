import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageLayer } from '#contract';
import { AppError } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import { removeFolder } from '#core/files/remove-folder';
import type { RunJob } from '../thread/run-job.ts';
import { cannotRead } from './open-at.ts';

/** Layers that stay laid out. */
const MOST_KEPT = 4;

/** A layer that was laid out to be read. */
export interface LaidOut {
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
  readonly #kept = new Map<string, LaidOut>();
  #swept: Promise<void> | undefined;

  /** @param root absolute path of a folder that is this one's alone; what an earlier run left in it is removed */
  constructor(root: string, run: RunJob) {
    this.#root = root;
    this.#run = run;
  }

  /**
   * Lays out what a layer shows, once as long as the image is the same file.
   * @param name tag or UUID
   * @throws AppError NOT_FOUND, LIMIT_EXCEEDED, ImageError, file system errors, the signal's reason
   */
  async layOut(image: string, name: string, signal: AbortSignal): Promise<LaidOut> {
    this.#swept ??= this.#sweep().catch((error: unknown) => {
      // The next reader tries again.
      this.#swept = undefined;
      throw error;
    });
    await this.#swept;
    const key = keyOf(await stampOf(image), name);
    return await this.#mutex.run(key, async () => {
      const laidOut =
        this.#kept.get(key) ?? (await this.#unpack(image, { name, folder: join(this.#root, key), signal }));
      await this.#keep(key, laidOut);
      return laidOut;
    });
  }

  async #unpack(image: string, { name, folder, signal }: WantedFolder): Promise<LaidOut> {
    try {
      const layer = await this.#run('layOut', { path: image, layer: name, folder }, { signal });
      return { layer, folder };
    } catch (error) {
      const isFull = error instanceof AppError && error.code === 'LIMIT_EXCEEDED';
      if (!isFull) throw error;
      const advice = 'Free some space, or unpack it elsewhere with `sigma workspace unpack`';
      throw new AppError('LIMIT_EXCEEDED', `The layer cannot be laid out to be read: ${error.message}`, { advice });
    }
  }

  /** Makes it the newest, and lets the oldest go. */
  async #keep(key: string, laidOut: LaidOut): Promise<void> {
    this.#kept.delete(key);
    this.#kept.set(key, laidOut);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size <= MOST_KEPT || oldest === undefined) return;
    this.#kept.delete(oldest);
    await this.#mutex.run(oldest, () => removeFolder(join(this.#root, oldest)));
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

interface WantedFolder {
  readonly name: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

const keyOf = (stamp: string, name: string): string =>
  createHash('sha256').update(`${stamp} ${name}`).digest('hex').slice(0, 32);

/** Another one whenever the file is another. @throws AppError NOT_FOUND */
async function stampOf(image: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(image, { bigint: true }).catch((error: unknown) => {
    throw cannotRead(image, error);
  });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
