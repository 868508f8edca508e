import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CacheLayers, layerCaches } from '#process/sandbox/cache-layers';

/** Layers over caches, one set for each session, made with its first command that may write. */
export class SessionLayers implements AsyncDisposable {
  readonly #caches: () => readonly string[];
  readonly #made = new Map<string, Promise<CacheLayers | undefined>>();

  /** @param caches absolute paths, as they are set when a session needs its layers */
  constructor(caches: () => readonly string[]) {
    this.#caches = caches;
  }

  /**
   * Returns the layers of a session; `undefined` if this system has none. @param folder of the session's private files
   */
  async of(session: string, folder: string): Promise<CacheLayers | undefined> {
    const made = this.#made.get(session) ?? layerCaches({ caches: this.#caches(), folder: join(folder, 'caches') });
    this.#made.set(session, made);
    return await made;
  }

  /** Ends the layers of a session that is over. @param folder as `of` has it */
  async close(session: string, folder: string): Promise<void> {
    const layers = await this.#made.get(session);
    this.#made.delete(session);
    layers?.close();
    await unlock(join(folder, 'caches'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = await Promise.all(this.#made.values());
    for (const layers of all) layers?.close();
  }
}

/**
 * Makes leftovers of the system in the layers of earlier sessions removable: overlayfs creates a folder there that no
 * user may enter.
 */
export async function unlockLayers(boxes: string): Promise<void> {
  for (const session of await folderNames(boxes)) await unlock(join(boxes, session, 'caches'));
}

async function unlock(caches: string): Promise<void> {
  for (const name of await folderNames(caches)) await chmod(join(caches, name, 'work/work'), 0o700).catch(() => {});
}

const folderNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
