import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { Pace } from '#core/async/pace';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';

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

const LSTAT = { bigint: true, throwIfNoEntry: false } as const;

/**
 * Looks at every entry below `root`, links not followed, folders named `.git` not entered. What is gone in the meantime
 * is left out. It calls the file system without giving way, which is several times as fast, in slices.
 *
 * @throws file system errors; the signal's reason
 */
export async function walkTree(root: string, signal?: AbortSignal): Promise<WalkedTree> {
  const tree = new Map<string, WalkedEntry>();
  const pace = new Pace();
  const folders = [''];
  for (const folder of folders) {
    for (const path of pathsInFolder(root, folder)) {
      if (pace.isDue) {
        await pace.giveWay();
        signal?.throwIfAborted();
      }
      const entry = walkedEntry(`${root}/${path}`);
      if (entry) tree.set(path, entry);
      if (isEntered(path, entry)) folders.push(path);
    }
  }
  return tree;
}

const isEntered = (path: string, entry: WalkedEntry | undefined) => entry?.kind === 'directory' && !isOfGit(path);

function pathsInFolder(root: string, folder: string): string[] {
  if (folder === '') return namesInFolder(root);
  return namesInFolder(`${root}/${folder}`).map((name) => `${folder}/${name}`);
}

function namesInFolder(folder: string): string[] {
  const at = pathToBytes(folder);
  try {
    const names = readdirSync(at);
    // Names that are not UTF-8 come with this character, and so do those that have it.
    if (!names.some((name) => name.includes('\uFFFD'))) return names;
    return readdirSync(at, { encoding: 'buffer' }).map(pathFromBytes);
  } catch (error) {
    if (isGone(error) || systemCodeOf(error) === 'EACCES') return [];
    throw error;
  }
}

function walkedEntry(path: string): WalkedEntry | undefined {
  try {
    const at = pathToBytes(path);
    const stats = lstatSync(at, LSTAT);
    if (!stats) return undefined;
    const entry = entryOf(stats);
    if (entry.kind !== 'symlink') return entry;
    return { ...entry, target: pathFromBytes(readlinkSync(at, { encoding: 'buffer' })) };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Entry at a path itself; `undefined` if there is none. */
export async function walkedEntryAt(path: string): Promise<WalkedEntry | undefined> {
  try {
    const at = pathToBytes(path);
    const entry = entryOf(await lstat(at, { bigint: true }));
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

function entryOf(stats: BigIntStats): WalkedEntry {
  return {
    kind: entryKind(stats),
    mode: Number(stats.mode) & 0o7777,
    size: Number(stats.size),
    print: printOf(stats),
  };
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

/** Lists the folders in which a `.git` lies, by the paths of a tree; the top is empty. */
export const repositoriesIn = (paths: Iterable<string>): string[] =>
  [...paths]
    .filter((path) => path === GIT || path.endsWith(`/${GIT}`))
    .map((path) => (path === GIT ? '' : dirname(path)));
