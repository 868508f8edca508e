import type { Dirent } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { QuickFiles } from './quick-files.ts';

export interface SearchHere {
  /** Names of what is neither answered nor looked into. */
  readonly pruned: readonly string[];
  /** Files that are answered, whatever number of names they have. */
  readonly isWanted: (name: string) => boolean;
  /** Entries that are looked at; beyond them a program of the system's is quicker. */
  readonly most: number;
}

/**
 * Files of a folder, on its own file system, that have several names or a wanted one; `undefined` if there is too much
 * to look at.
 */
export async function searchHere(root: string, options: SearchHere): Promise<string[] | undefined> {
  return await new FolderSearch(options).in(root);
}

class FolderSearch {
  readonly #files = new QuickFiles();
  readonly #options: SearchHere;
  readonly #found: string[] = [];
  #left: number;

  constructor(options: SearchHere) {
    this.#options = options;
    this.#left = options.most;
  }

  async in(root: string): Promise<string[] | undefined> {
    const { dev } = await lstat(root);
    let folders = [root];
    while (folders.length > 0) {
      const below = await Promise.all(folders.map((folder) => this.#lookInto(folder, dev)));
      if (this.#left < 0) return undefined;
      folders = below.flat();
    }
    return this.#found;
  }

  /** Answers the folders in it. */
  async #lookInto(folder: string, device: number): Promise<string[]> {
    const entries = await this.#files.entries(folder);
    this.#left -= entries.length;
    if (this.#left < 0) return [];
    const looked = entries.map((entry) => this.#look(join(folder, entry.name), entry, device));
    return (await Promise.all(looked)).filter((path) => path !== undefined);
  }

  async #look(path: string, entry: Dirent, device: number): Promise<string | undefined> {
    const { pruned, isWanted } = this.#options;
    if (pruned.includes(entry.name)) return undefined;
    if (entry.isFile() && isWanted(entry.name)) this.#found.push(path);
    else if (entry.isFile() && ((await this.#files.status(path))?.nlink ?? 0) > 1) this.#found.push(path);
    else if (entry.isDirectory() && (await this.#files.status(path))?.dev === device) return path;
    return undefined;
  }
}
