import { closeSync, constants, fsync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { systemCodeOf } from '#core/app-error';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { MovedError } from '#core/files/pinned-folder';

/** Folders open at a time; a transaction may touch thousands. */
const MAX_OPEN = 200;
/** Number of folders that can be relied on to stay open together: the most recently used ones. */
const MAX_TOGETHER = 100;
const FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

const syncFolder = promisify(fsync);

interface OpenFolder {
  /** File descriptor of the folder; `undefined` if folders cannot be opened. */
  readonly fd: number | undefined;
  /** Leads to the folder itself, whatever its path leads to by now. */
  readonly door: string;
}

/**
 * Folders held open while files in them are looked at and put back, so that no link swapped into a path leads elsewhere:
 * see `core/files/pinned-folder`, of which this is the form without waiting. Elsewhere than on Linux, or without `/proc`, paths are
 * checked when they are first used and a race remains.
 */
export class OpenFolders implements Disposable {
  readonly #open = new Map<string, OpenFolder>();

  /** The path as reached through its open folder. @throws MovedError, or as opening does */
  at(path: string): string {
    return `${this.#folder(dirname(path)).door}/${basename(path)}`;
  }

  /** The same as `at`, in the form that Node's functions take. */
  bytesAt(path: string): string | Buffer {
    return pathToBytes(this.at(path));
  }

  /** The same as `at`, but for another process, as long as the folder stays open: see `inReach`. */
  outsideAt(path: string): string {
    return this.at(path).replace(/^\/proc\/self\//, `/proc/${process.pid}/`);
  }

  /** Whether there is such a folder, with no link on the way to it. @throws as opening does, such as EACCES */
  has(folder: string): boolean {
    try {
      this.#folder(folder);
      return true;
    } catch (error) {
      if (error instanceof MovedError) return false;
      throw error;
    }
  }

  /** Makes what happened in it last through a power cut. */
  async sync(folder: string): Promise<void> {
    const { fd } = this.#folder(folder);
    if (fd !== undefined) await syncFolder(fd);
  }

  /** The folder, or what is above it, may be another one from now on. */
  forget(folder: string): void {
    for (const [path, { fd }] of this.#open) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      if (fd !== undefined) closeSync(fd);
      this.#open.delete(path);
    }
  }

  [Symbol.dispose](): void {
    for (const { fd } of this.#open.values()) if (fd !== undefined) closeSync(fd);
    this.#open.clear();
  }

  #folder(path: string): OpenFolder {
    const known = this.#open.get(path);
    if (known) {
      // The one that was used last is the last to be closed.
      this.#open.delete(path);
      this.#open.set(path, known);
      return known;
    }
    if (this.#open.size >= MAX_OPEN) this.#closeLeastUsed();
    const opened = openFolder(path);
    this.#open.set(path, opened);
    return opened;
  }

  #closeLeastUsed(): void {
    const [oldest] = this.#open.keys();
    const fd = oldest === undefined ? undefined : this.#open.get(oldest)?.fd;
    if (fd !== undefined) closeSync(fd);
    if (oldest !== undefined) this.#open.delete(oldest);
  }
}

/** The items in pieces whose folders can all be open at a time, for what needs many paths at once. */
export function inReach<T>(items: Iterable<T>, pathOf: (item: T) => string): T[][] {
  const pieces: T[][] = [];
  let folders = new Set<string>();
  for (const item of items) {
    const folder = dirname(pathOf(item));
    if (pieces.length === 0 || (!folders.has(folder) && folders.size === MAX_TOGETHER)) {
      pieces.push([]);
      folders = new Set();
    }
    folders.add(folder);
    pieces.at(-1)?.push(item);
  }
  return pieces;
}

function openFolder(path: string): OpenFolder {
  const fd = process.platform === 'win32' ? undefined : openOrMoved(path);
  const own = `/proc/self/fd/${fd}`;
  const isDoor = process.platform === 'linux' && readLink(own) !== undefined;
  const real = isDoor ? readLink(own) : pathFromBytes(realpathSync(pathToBytes(path), { encoding: 'buffer' }));
  if (real === path) return { fd, door: isDoor ? own : path };
  if (fd !== undefined) closeSync(fd);
  throw new MovedError(`${path} has been replaced`);
}

function openOrMoved(path: string): number {
  try {
    return openSync(pathToBytes(path), FLAGS);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'ENOENT') throw new MovedError(`${path} has been replaced`);
    throw error;
  }
}

function readLink(door: string): string | undefined {
  try {
    return pathFromBytes(readlinkSync(door, { encoding: 'buffer' }));
  } catch {
    return undefined;
  }
}
