import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { systemCodeOf } from '#core/app-error';
import { mapBounded } from '#core/map-bounded';
import { pathFromBytes, pathToBytes } from '#core/path-bytes';

export type EntryKind = 'file' | 'symlink' | 'directory' | 'other';

/** One entry of a tree, as the system describes it. */
export interface WalkedEntry {
  readonly kind: EntryKind;
  /** Permission bits. */
  readonly mode: number;
  /** Size in bytes; for files. */
  readonly size: number;
  /** Differs as soon as anything about the entry does: inode, size, times to the nanosecond. */
  readonly print: string;
  /** Target of a link, as written; bytes that are not UTF-8 as lone surrogates. */
  readonly target?: string;
}

/** Entries by their paths relative to the root, `/` between the names; bytes that are no UTF-8 as lone surrogates. */
export type WalkedTree = ReadonlyMap<string, WalkedEntry>;

/** Name of the folder with a repository's own data, which is not work. */
export const GIT = '.git';

/** Folders, and entries of one, that are looked at together. */
const AT_A_TIME = 8;

/**
 * Looks at every entry below `root`, links not followed, folders named `.git` not entered. What is gone in the meantime
 * is left out.
 */
export async function walkTree(root: string, signal?: AbortSignal): Promise<WalkedTree> {
  const tree = new Map<string, WalkedEntry>();
  let folders: readonly string[] = [''];
  while (folders.length > 0) {
    const found = await mapBounded(folders, AT_A_TIME, async (folder) => {
      signal?.throwIfAborted();
      return await walkedEntries(root, folder);
    });
    const entries = found.flat();
    for (const [path, entry] of entries) tree.set(path, entry);
    folders = entries.filter(([path, { kind }]) => kind === 'directory' && !isOfGit(path)).map(([path]) => path);
  }
  return tree;
}

async function walkedEntries(root: string, folder: string): Promise<(readonly [string, WalkedEntry])[]> {
  const names = await namesInFolder(folder === '' ? root : `${root}/${folder}`);
  const paths = names.map((name) => (folder === '' ? name : `${folder}/${name}`));
  const entries = await mapBounded(paths, AT_A_TIME, (path) => walkedEntryAt(`${root}/${path}`));
  return paths.flatMap((path, at) => {
    const entry = entries[at];
    return entry ? [[path, entry] as const] : [];
  });
}

async function namesInFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(pathToBytes(folder), { encoding: 'buffer' })).map(pathFromBytes);
  } catch (error) {
    if (isGone(error) || systemCodeOf(error) === 'EACCES') return [];
    throw error;
  }
}

/** Entry at a path itself; `undefined` if there is none. */
export async function walkedEntryAt(path: string): Promise<WalkedEntry | undefined> {
  try {
    const at = pathToBytes(path);
    const stats = await lstat(at, { bigint: true });
    const entry = {
      kind: entryKind(stats),
      mode: Number(stats.mode) & 0o7777,
      size: Number(stats.size),
      print: printOf(stats),
    };
    if (entry.kind !== 'symlink') return entry;
    return { ...entry, target: pathFromBytes(await readlink(at, { encoding: 'buffer' })) };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

export function isGone(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function entryKind(stats: BigIntStats): EntryKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}

/** A folder's own times tell of its entries, each of which is looked at itself. */
function printOf(stats: BigIntStats): string {
  if (stats.isDirectory()) return `${stats.dev}:${stats.ino}`;
  return [stats.dev, stats.ino, stats.size, stats.mode, stats.mtimeNs, stats.ctimeNs].join(':');
}

/** Whether a path is a repository's own, or in it. */
export function isOfGit(path: string): boolean {
  return path === GIT || path.startsWith(`${GIT}/`) || path.includes(`/${GIT}/`) || path.endsWith(`/${GIT}`);
}
