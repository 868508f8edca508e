import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { InTurn } from '#core/in-turn';
import { findLayer } from '../manifest/layers.ts';
import type { Layer } from '../manifest/manifest.ts';
import type { OpenImage } from '../read/open-image.ts';
import { unpackImage } from '../unpack/unpack-image.ts';
import { openAt } from './open-at.ts';

/** Layers that stay laid out. */
const MOST_KEPT = 4;

/** A layer that was laid out to be read. */
export interface LaidOut {
  readonly layer: Layer;
  /** Absolute path of the folder that has what the layer shows; nothing may be written there. */
  readonly folder: string;
}

/** Layers of images laid out in a folder of the app's own, in which nothing runs: the last few stay there, until the app ends. */
export class ReadingFolders implements AsyncDisposable {
  readonly #root: string;
  readonly #inTurn = new InTurn();
  /** The oldest first. */
  readonly #kept = new Set<string>();
  #swept: Promise<void> | undefined;

  /** @param root absolute path of a folder that is this one's alone; what an earlier run left in it is removed */
  constructor(root: string) {
    this.#root = root;
  }

  /** @throws AppError NOT_FOUND, LIMIT_EXCEEDED, ImageError, what the file system says, the signal's reason */
  async layOut(image: string, layer: string, signal: AbortSignal): Promise<LaidOut> {
    this.#swept ??= this.#sweep();
    await this.#swept;
    const stamp = await stampOf(image);
    using open = await openAt(image, signal);
    const found = findLayer(open.manifest, layer);
    const key = createHash('sha256').update(`${stamp} ${found.uuid}`).digest('hex').slice(0, 32);
    return await this.#inTurn.run(key, async () => {
      const folder = join(this.#root, key);
      if (!this.#kept.has(key)) await this.#unpack(open, { layer: found.uuid, folder, signal });
      await this.#keep(key);
      return { layer: found, folder };
    });
  }

  async #unpack(open: OpenImage, { layer, folder, signal }: { layer: string; folder: string; signal: AbortSignal }) {
    try {
      await unpackImage(open, { output: folder, layer, isRaw: false, signal });
    } catch (error) {
      const isFull = error instanceof AppError && error.code === 'LIMIT_EXCEEDED';
      if (!isFull) throw error;
      const advice = 'Free some space, or unpack it elsewhere with `sigma workspace unpack`';
      throw new AppError('LIMIT_EXCEEDED', `The layer cannot be laid out to be read: ${error.message}`, { advice });
    }
  }

  /** Makes it the newest, and lets the oldest go. */
  async #keep(key: string): Promise<void> {
    this.#kept.delete(key);
    this.#kept.add(key);
    const [oldest] = this.#kept;
    if (this.#kept.size <= MOST_KEPT || oldest === undefined) return;
    this.#kept.delete(oldest);
    await this.#inTurn.run(oldest, () => rm(join(this.#root, oldest), { recursive: true, force: true }));
  }

  async #sweep(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn.settled();
    await rm(this.#root, { recursive: true, force: true });
  }
}

/** Another one whenever the file is another. */
async function stampOf(image: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(image, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
