import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';

const MAX_HELD_MS = 8;

/**
 * Looks at files for one search: at once as long as that is quick, since a look through Node's pool takes ten times as
 * long; through the pool once the disk has shown to be slow or the search to be long. What cannot be looked at counts as absent.
 */
export class QuickFiles {
  readonly #mostHeldMs: number;
  #heldMs = 0;

  /** @param mostHeldMs time in milliseconds that it may hold up everything else */
  constructor(mostHeldMs = MAX_HELD_MS) {
    this.#mostHeldMs = mostHeldMs;
  }

  /** Entries of a folder; none if it cannot be read. */
  entries(folder: string): Dirent[] | Promise<Dirent[]> {
    if (this.#isSlow) return readdir(folder, { withFileTypes: true }).catch(() => []);
    return this.#atOnce(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  }

  /** Status of a file itself, links not followed. */
  status(path: string): Stats | undefined | Promise<Stats | undefined> {
    if (this.#isSlow) return lstat(path).catch(() => undefined);
    return this.#atOnce(() => lstatSync(path, { throwIfNoEntry: false }));
  }

  get #isSlow(): boolean {
    return this.#heldMs >= this.#mostHeldMs;
  }

  #atOnce<Seen>(look: () => Seen): Seen | undefined {
    const startedAt = performance.now();
    try {
      return look();
    } catch {
      return undefined;
    } finally {
      this.#heldMs += performance.now() - startedAt;
    }
  }
}
