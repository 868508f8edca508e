import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { pathFromBytes, pathToBytes, shownBytes } from '#core/files/path-bytes';
import { systemReason } from '#core/files/pinned-folder';
import { metadataOf } from '#ledger';
import { ToolError } from '#tools';
import { fileIdentity, fileKind, type RestorableMetadata } from './snapshot.ts';

/** A removal keeps a copy of everything first, so that there is a limit to it. */
const MAX_ENTRIES = 20_000;
const MAX_BYTES = 1024 * 1024 * 1024;

export interface TreeListingEntry {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'symbolic link';
  readonly size: number;
  readonly metadata: RestorableMetadata;
  /** Identity of the entry; for folders without their times, which a removal inside them changes. */
  readonly identity: string;
}

/** Entries at and below a path, folders before their content. */
export interface TreeListing {
  readonly entries: readonly TreeListingEntry[];
  readonly bytes: number;
}

/**
 * Lists what removing `path` would remove; `undefined` if there is nothing. Links are not followed.
 *
 * @throws ToolError for more than can be kept, for mount points, and for what is neither file, folder nor link.
 */
export async function listFileTree(
  path: string,
  isRecursive: boolean,
  signal: AbortSignal,
): Promise<TreeListing | undefined> {
  const top = await statsAt(path);
  if (!top) return undefined;
  const parent = await lstat(dirname(path), { bigint: true });
  if (parent.dev !== top.dev && top.isDirectory())
    throw new ToolError(`${path} is a mount point; it cannot be removed`);
  const entries = [listingEntryOf(path, top)];
  for (let at = 0; at < entries.length; at += 1) {
    signal.throwIfAborted();
    const entry = entries[at];
    if (entry?.kind !== 'folder') continue;
    const names = await namesInFolder(entry.path);
    if (!isRecursive && names.length > 0) throw new ToolError(notEmpty(path, names.length));
    if (entries.length + names.length > MAX_ENTRIES)
      throw new ToolError(tooMuchToRemove(path, `${MAX_ENTRIES} entries`));
    entries.push(...(await Promise.all(names.sort().map((name) => listingEntryAt(join(entry.path, name), top.dev)))));
  }
  const bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (bytes > MAX_BYTES) throw new ToolError(tooMuchToRemove(path, `${MAX_BYTES / 1024 / 1024} MiB`));
  return { entries, bytes };
}

function notEmpty(path: string, count: number): string {
  return `${path} is a folder that is not empty (${count} entries); set recursive to remove it with all it holds`;
}

/** Whether both list the same things, untouched in between. */
export function isSameListing(one: TreeListing, other: TreeListing): boolean {
  if (one.entries.length !== other.entries.length) return false;
  const known = new Map(one.entries.map((entry) => [entry.path, entry.identity]));
  return other.entries.every((entry) => known.get(entry.path) === entry.identity);
}

/** The listed path below its top, for a reader. */
export function shownEntry(top: string, entry: TreeListingEntry): string {
  const name = relative(dirname(top), entry.path);
  return entry.kind === 'folder' ? `${name}/` : name;
}

export function entryIdentity(stats: BigIntStats): string {
  return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : fileIdentity(stats);
}

/**
 * Whether an entry is still what was listed. Removing a name of a file (a hard link) changes the ctime of the names that are left.
 *
 * @param thinned files of which a name was removed since, as `metadata.inode` names them
 */
export function isAsListed(
  { identity, metadata: { inode } }: TreeListingEntry,
  stats: BigIntStats,
  thinned: ReadonlySet<string>,
): boolean {
  const now = entryIdentity(stats);
  if (now === identity) return true;
  return inode !== undefined && thinned.has(inode) && withoutChangeTime(now) === withoutChangeTime(identity);
}

/** An identity without its last part, which is the ctime. */
const withoutChangeTime = (identity: string): string => identity.slice(0, identity.lastIndexOf(':'));

async function statsAt(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw new ToolError(`${path} cannot be looked at: ${systemReason(error)}`);
  }
}

/** @throws ToolError for a name that is not UTF-8 as well: Node would take it for another one, which may be there, too */
async function namesInFolder(folder: string): Promise<string[]> {
  let names: readonly Buffer[];
  try {
    names = await readdir(folder, { encoding: 'buffer' });
  } catch (error) {
    throw new ToolError(`${folder} cannot be listed: ${systemReason(error)}`);
  }
  const odd = names.find((name) => pathToBytes(pathFromBytes(name)) instanceof Buffer);
  if (odd === undefined) return names.map(pathFromBytes);
  throw new ToolError(
    `${join(folder, shownBytes(pathFromBytes(odd)))} has a name that is not UTF-8, so that it could not be restored and is not removed by this tool; use execute_command`,
  );
}

async function listingEntryAt(path: string, device: bigint): Promise<TreeListingEntry> {
  const stats = await statsAt(path);
  if (!stats) throw new ToolError(`${path} disappeared while the folder was listed; try again`);
  if (stats.dev !== device) throw new ToolError(`${path} is a mount point; nothing below it is removed`);
  return listingEntryOf(path, stats);
}

function listingEntryOf(path: string, stats: BigIntStats): TreeListingEntry {
  const kind = fileKind(stats);
  if (kind !== 'file' && kind !== 'folder' && kind !== 'symbolic link') {
    throw new ToolError(
      `${path} is a ${kind}, which cannot be kept and so is not removed by this tool; use execute_command`,
    );
  }
  const size = kind === 'folder' ? 0 : Number(stats.size);
  return { path, kind, size, metadata: metadataOf(stats), identity: entryIdentity(stats) };
}

function tooMuchToRemove(path: string, limit: string): string {
  return `${path} holds more than ${limit}, more than can be kept for Undo; remove parts of it, or use execute_command with rm -r`;
}
