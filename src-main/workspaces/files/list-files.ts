import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv', 'venv', '__pycache__']);

export interface ListedFiles {
  readonly files: readonly { readonly file: string; readonly size: number }[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Regular files of a workspace, in order, `/` between names; what can be installed or built again is left out. Follows no link. */
export async function listFiles(folder: string, limit: number): Promise<ListedFiles> {
  const files: { file: string; size: number }[] = [];
  const waiting = [''];
  let isCut = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // One more than are listed says that there are more.
    if (files.length > limit) break;
    const { names, folders, isLong } = await folderEntries(join(folder, next), limit);
    isCut ||= isLong;
    const below = (name: string) => (next === '' ? name : `${next}/${name}`);
    for (const name of names) {
      const size = (await stat(join(folder, below(name))).catch(() => undefined))?.size;
      if (size !== undefined) files.push({ file: below(name), size });
    }
    waiting.push(...folders.map(below).reverse());
  }
  isCut ||= files.length > limit;
  return { files: files.slice(0, limit).sort((one, other) => (one.file < other.file ? -1 : 1)), isCut };
}

interface FolderEntries {
  readonly names: readonly string[];
  readonly folders: readonly string[];
  /** Whether it has more than were looked at. */
  readonly isLong: boolean;
}

/** Entries of a folder in order; of one that cannot be read, none. */
async function folderEntries(path: string, limit: number): Promise<FolderEntries> {
  const names: string[] = [];
  const folders: string[] = [];
  let isLong = false;
  try {
    for await (const entry of await opendir(path)) {
      if (entry.isFile()) names.push(entry.name);
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) folders.push(entry.name);
      isLong = names.length + folders.length > limit;
      if (isLong) break;
    }
  } catch {
    // It is gone, or not ours to read.
  }
  return { names: names.sort(), folders: folders.sort(), isLong };
}
