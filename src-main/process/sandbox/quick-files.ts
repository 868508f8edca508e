import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { absentUnlessShort } from './shortage.ts';

const MAX_HELD_MS = 8;

/**
 * Looks at files for one search: at once as long as that is quick, since a look through Node's pool takes ten times as
 * long; through the pool once the disk has shown to be slow or the search to be long. What cannot be looked at counts as absent; a
 * shortage of the system's, as of descriptors, says nothing of it and is thrown.
 */
export class QuickFiles {
  readonly #mostHeldMs: number;
  #heldMs = 0;

  /** @param mostHeldMs time in milliseconds that it may hold up everything else */
  constructor(mostHeldMs = MAX_HELD_MS) {
    this.#mostHeldMs = mostHeldMs;
  }

  /** Entries of a folder; none if it cannot be read. @throws system errors of a shortage */
  entries(folder: string): Dirent[] | Promise<Dirent[]> {
    if (this.#isSlow)
      return readdir(folder, { withFileTypes: true }).catch((error: unknown) => absentUnlessShort(error) ?? []);
    return this.#atOnce(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  }

  /** Status of a file itself, links not followed. */
  status(path: string): Stats | undefined | Promise<Stats | undefined> {
    if (this.#isSlow) return lstat(path).catch(absentUnlessShort);
    return this.#atOnce(() => lstatSync(path, { throwIfNoEntry: false }));
  }

  get #isSlow(): boolean {
    return this.#heldMs >= this.#mostHeldMs;
  }

  #atOnce<Seen>(look: () => Seen): Seen | undefined {
    const startedAt = performance.now();
    try {
      return look();
    } catch (error) {
      return absentUnlessShort(error);
    } finally {
      this.#heldMs += performance.now() - startedAt;
    }
  }
}
