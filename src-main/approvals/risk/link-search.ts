import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Entries looked at; a folder with more is asked about. */
const MAX_ENTRIES = 50_000;
/** Time that all parts of a line have together, in milliseconds. */
const MAX_MS = 1500;
/** Folders that packages and git fill. */
const SKIPPED = new Set(['node_modules', '.git']);

/** Looks for links in folders, for as long as all searches for one line may take. */
export class LinkSearch {
  readonly #until = performance.now() + MAX_MS;

  /** The first such link below the folders; the folder where there is too much to look at, undefined where there is none. */
  async firstBelow(
    folders: readonly string[],
    isMeant: (path: string) => Promise<boolean>,
  ): Promise<FoundLink | undefined> {
    const waiting = [...folders];
    let count = 0;
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      count += entries.length;
      if (count > MAX_ENTRIES || performance.now() > this.#until) return { tooLarge: folder };
      const at = folder;
      const pathsOf = (all: readonly Dirent[]) => all.map(({ name }) => join(at, name));
      for (const path of pathsOf(entries.filter((entry) => entry.isSymbolicLink())))
        if (await isMeant(path)) return { path };
      waiting.push(...pathsOf(entries.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))));
    }
    return undefined;
  }
}

/** A link, or a folder with too much in it to be sure that there is none. */
type FoundLink = { readonly path: string } | { readonly tooLarge: string };
