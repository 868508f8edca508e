import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import type { Layer } from '../manifest/manifest.ts';
import type { InodeKind } from '../squashfs/inode.ts';
import { contentHash } from './describe-entries.ts';
import { type SeenEntry, seenIn } from './layer-nodes.ts';
import type { OpenImage } from './open-image.ts';

export interface FolderChange {
  /** Relative to the folder. */
  readonly path: string;
  readonly change: 'added' | 'deleted' | 'changed';
}

export interface FolderState {
  /** Absolute. */
  readonly folder: string;
  /** Time at which the folder matched the layer, in milliseconds: files touched since are read. */
  readonly since: number;
  /** Number of changes after which the search ends. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Kinds of entries that are not created when an image is unpacked. */
const NEVER_MADE: readonly InodeKind[] = ['block', 'char', 'fifo', 'socket'];
const SET_ID = 0o6000;

/**
 * Finds the differences of a folder from its layer: kinds, contents, targets, modes. Links are not followed. @throws
 * ImageError
 */
export async function folderChanges(
  open: OpenImage,
  layer: Layer,
  state: FolderState,
): Promise<readonly FolderChange[]> {
  const changes: FolderChange[] = [];
  for await (const change of layerChanges(open, layer, state)) {
    changes.push(change);
    if (changes.length >= state.limit) break;
  }
  return changes;
}

async function* layerChanges(open: OpenImage, layer: Layer, state: FolderState): AsyncGenerator<FolderChange> {
  const expected = new Map(seenIn(open, layer));
  const there = new Set<string>();
  for await (const { path, found } of entriesOnDisk(state.folder, (folder) => expected.get(folder)?.kind === 'dir')) {
    state.signal?.throwIfAborted();
    there.add(path);
    const entry = expected.get(path);
    if (!entry) yield { path, change: 'added' };
    else if (await isChanged(open, { entry, found, path }, state)) yield { path, change: 'changed' };
  }
  for (const [path, { source }] of expected) {
    if (!there.has(path) && !NEVER_MADE.includes(source.inode.kind)) yield { path, change: 'deleted' };
  }
}

/** Yields the entries of a folder and of the requested folders below it. */
async function* entriesOnDisk(top: string, isWanted: (folder: string) => boolean) {
  const unread = [''];
  for (let prefix = unread.pop(); prefix !== undefined; prefix = unread.pop()) {
    for (const name of await readdir(pathToBytes(`${top}/${prefix}`), { encoding: 'buffer' })) {
      const path = prefix + pathFromBytes(name);
      const found = await lstat(pathToBytes(`${top}/${path}`));
      yield { path, found };
      if (found.isDirectory() && isWanted(path)) unread.push(`${path}/`);
    }
  }
}

interface ComparedEntry {
  readonly entry: SeenEntry;
  readonly found: Stats;
  readonly path: string;
}

async function isChanged(open: OpenImage, { entry, found, path }: ComparedEntry, { folder, since }: FolderState) {
  const { inode } = entry.source;
  if (inode.kind !== inodeKind(found)) return true;
  if (inode.kind === 'link') {
    const target = await readlink(pathToBytes(`${folder}/${path}`), { encoding: 'buffer' });
    return !target.equals(inode.target ?? Buffer.alloc(0));
  }
  if ((found.mode & 0o7777 & ~SET_ID) !== (inode.mode & ~SET_ID)) return true;
  if (inode.kind !== 'file') return false;
  if (found.size !== (inode.file?.size ?? 0)) return true;
  const isUntouched = found.ctimeMs <= since && Math.floor(found.mtimeMs / 1000) === inode.mtime;
  return !isUntouched && (await hashOfFile(`${folder}/${path}`)) !== contentHash(open.image, inode);
}

function inodeKind(found: Stats): InodeKind {
  if (found.isDirectory()) return 'dir';
  if (found.isSymbolicLink()) return 'link';
  if (found.isFile()) return 'file';
  if (found.isFIFO()) return 'fifo';
  if (found.isSocket()) return 'socket';
  return found.isBlockDevice() ? 'block' : 'char';
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(pathToBytes(path))) hash.update(piece);
  return hash.digest('hex');
}
