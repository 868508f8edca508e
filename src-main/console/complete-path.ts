import type { Dirent } from 'node:fs';
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
  /** Unquoted, as typed. */
  readonly prefix: string;
  readonly cwd: string;
  /** Folder that `~/` is; if absent, a folder of that name. */
  readonly home?: string | undefined;
  readonly only?: 'folders' | 'programs' | undefined;
}

/** Files and folders whose path begins with the prefix, by name; hidden ones only when asked for by their dot. */
export async function completePath({ prefix, cwd, home, only }: PathQuery): Promise<readonly PathItem[]> {
  const cut = prefix.lastIndexOf('/') + 1;
  const folder = prefix.slice(0, cut);
  const start = prefix.slice(cut);
  const isOfHome = home !== undefined && folder.startsWith('~/');
  const place = isOfHome ? join(home, folder.slice(2)) : resolve(cwd, folder);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const named = entries
    .filter(({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
    .filter((entry) => only !== 'folders' || entry.isDirectory() || entry.isSymbolicLink())
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return await firstAndLast(named, async (entry) => {
    const path = join(place, entry.name);
    const isFolder = entry.isSymbolicLink() ? await isFolderAt(path) : entry.isDirectory();
    const fits = isFolder || only === undefined || (only === 'programs' && (await isProgram(entry, path)));
    return fits ? { path: folder + entry.name + (isFolder ? '/' : ''), isFolder } : undefined;
  });
}

/** Names of programs on the session's `PATH` that begin with the prefix. */
export async function completeProgram(prefix: string, where: ProgramLookup): Promise<readonly string[]> {
  const foldersOf = new Map<string, string[]>();
  for (const folder of new Set(pathFolders(where))) {
    const entries = await readdir(folder).catch(() => []);
    for (const name of entries.filter((one) => one.startsWith(prefix))) {
      foldersOf.set(name, [...(foldersOf.get(name) ?? []), folder]);
    }
  }
  return await firstAndLast(
    [...foldersOf].sort(([a], [b]) => (a < b ? -1 : 1)),
    async ([name, folders]) => {
      for (const folder of folders) if (await isProgramAt(join(folder, name))) return name;
      return undefined;
    },
  );
}

/** The first of a sorted list that fit, and the last: what these two begin with is what all have in common. */
export async function firstAndLast<T, R>(
  sorted: readonly T[],
  itemOf: (one: T) => Promise<R | undefined>,
): Promise<readonly R[]> {
  const items = await firstFitting(sorted, itemOf, MAX_ITEMS);
  if (items.length < MAX_ITEMS) return items;
  return [...items.slice(0, -1), ...(await firstFitting(sorted.toReversed(), itemOf, 1))];
}

async function firstFitting<T, R>(
  all: readonly T[],
  itemOf: (one: T) => Promise<R | undefined>,
  most: number,
): Promise<readonly R[]> {
  const found: R[] = [];
  for (let at = 0; at < all.length && found.length < most; at += MAX_ITEMS) {
    const items = await Promise.all(all.slice(at, at + MAX_ITEMS).map(itemOf));
    found.push(...items.filter((item) => item !== undefined));
  }
  return found.slice(0, most);
}

async function isFolderAt(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Asks the file system no more than it has to: a folder may hold tens of thousands of files, and few programs. */
async function isProgram(entry: Dirent, path: string): Promise<boolean> {
  return entry.isFile() ? await isAccessible(path, constants.X_OK) : await isProgramAt(path);
}

async function isProgramAt(path: string): Promise<boolean> {
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? false;
  if (!isFile) return false;
  return await isAccessible(path, constants.X_OK);
}
