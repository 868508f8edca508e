import { constants, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAccessible } from '#core/files/accessible';
import { type ProgramLookup, pathFolders } from '#process/find-program';

export interface PathItem {
  /** Path as it continues what was typed; a folder ends with `/`. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** Most items that are offered; more would not help. */
export const MAX_ITEMS = 200;

export interface PathQuery {
  /** Unquoted, as typed; `~/` is the home folder. */
  readonly prefix: string;
  readonly cwd: string;
  readonly home: string;
  readonly only?: 'folders' | 'programs' | undefined;
}

/** Files and folders whose path begins with the prefix, by name; hidden ones only when asked for by their dot. */
export async function completePath({ prefix, cwd, home, only }: PathQuery): Promise<readonly PathItem[]> {
  const cut = prefix.lastIndexOf('/') + 1;
  const folder = prefix.slice(0, cut);
  const start = prefix.slice(cut);
  const place = folder.startsWith('~/') ? join(home, folder.slice(2)) : resolve(cwd, folder);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const named = entries
    .filter(({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MAX_ITEMS * 2);
  const items = await Promise.all(
    named.map(async (entry) => {
      const path = join(place, entry.name);
      const isFolder = entry.isSymbolicLink() ? await isFolderAt(path) : entry.isDirectory();
      const fits = isFolder || only === undefined || (only === 'programs' && (await isProgramAt(path)));
      return fits ? [{ path: folder + entry.name + (isFolder ? '/' : ''), isFolder }] : [];
    }),
  );
  return items.flat().slice(0, MAX_ITEMS);
}

/** Names of programs on the session's `PATH` that begin with the prefix. */
export async function completeProgram(prefix: string, where: ProgramLookup): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const folder of new Set(pathFolders(where))) {
    const entries = await readdir(folder).catch(() => []);
    const named = entries.filter((name) => name.startsWith(prefix) && !names.has(name)).slice(0, MAX_ITEMS);
    const programs = await Promise.all(
      named.map(async (name) => ((await isProgramAt(join(folder, name))) ? [name] : [])),
    );
    for (const name of programs.flat()) names.add(name);
  }
  return [...names].sort().slice(0, MAX_ITEMS);
}

async function isFolderAt(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function isProgramAt(path: string): Promise<boolean> {
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? false;
  if (!isFile) return false;
  return await isAccessible(path, constants.X_OK);
}
