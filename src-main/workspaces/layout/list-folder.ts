import { opendir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { systemReason } from '#core/files/pinned-folder';
import type { LayoutPart } from './layout.ts';

/** Entries of a folder that are looked at before the rest is given up. */
const MAX_SEEN = 20_000;

export interface ListedEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

interface ListOptions {
  /** Names at most. */
  readonly most: number;
  readonly isWanted: (entry: ListedEntry) => boolean;
}

/** Names in a folder of the workspace, in order. A folder that is a link to elsewhere has none. */
export async function listFolder(
  folder: string,
  part: string,
  listing: ListOptions,
): Promise<LayoutPart<readonly string[]>> {
  const problem = (message: string) => [{ file: part, message }];
  try {
    const real = await realpath(join(folder, part));
    if (!real.startsWith(folder + sep)) {
      return { found: [], problems: problem('It is a link that leads out of the workspace, so it is not used') };
    }
    const { names, isCut } = await folderNames(real, listing);
    const cut = `It has more entries than are read; only ${listing.most} of them are used`;
    return { found: names, problems: isCut ? problem(cut) : [] };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return { found: [], problems: [] };
    return { found: [], problems: problem(`It cannot be read: ${systemReason(error)}`) };
  }
}

async function folderNames(
  path: string,
  { most, isWanted }: ListOptions,
): Promise<{ names: string[]; isCut: boolean }> {
  const names: string[] = [];
  let seen = 0;
  for await (const entry of await opendir(path)) {
    if (++seen > MAX_SEEN) break;
    const isFolder = entry.isDirectory() || entry.isSymbolicLink();
    if (isWanted({ name: entry.name, isFolder })) names.push(entry.name);
  }
  names.sort();
  return { names: names.slice(0, most), isCut: seen > MAX_SEEN || names.length > most };
}
