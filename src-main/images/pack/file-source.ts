import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/path-bytes';
import { ContentGone, type ContentSource, type OpenContent } from '../write/new-entry.ts';
import type { FileLook } from './file-look.ts';
import { FolderDoor } from './folder-door.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

interface FileSourceOptions {
  /** The folder that is read; resolved. */
  readonly folder: string;
  /** The file in it. */
  readonly path: string;
  /** The file as it was when its folder was listed. */
  readonly seen: FileLook;
  readonly onUnsteady: () => void;
  /** Called when it is not there any more, or no file. */
  readonly onGone: () => void;
}

/** The content of a file in a folder, wherever links that came later would lead. */
export function fileSource({ folder, path, seen, onUnsteady, onGone }: FileSourceOptions): ContentSource {
  return {
    size: Number(seen.size),
    onUnsteady,
    readSeen: (into) => readSeen(`${folder}/${path}`, seen, into),
    open: () => {
      try {
        return openSeen(`${folder}/${path}`, seen) ?? openInside(folder, path, onUnsteady);
      } catch (error) {
        if (!['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(systemCodeOf(error) ?? '')) throw error;
        onGone();
        throw new ContentGone(path);
      }
    },
  };
}

/**
 * The number of bytes of a file that is what it was when its folder was listed; `undefined` if it is not, or cannot be opened. One look
 * after reading tells both that it is the file that was seen, and that it did not change meanwhile.
 */
function readSeen(path: string, seen: FileLook, into: Uint8Array): number | undefined {
  let fd: number;
  try {
    fd = openSync(pathToBytes(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const count = readFrom(fd, into.subarray(0, Number(seen.size)), 0);
    return isSame(fstatSync(fd, { bigint: true }), seen) && count === Number(seen.size) ? count : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

function isSame(stat: BigIntStats, seen: FileLook): boolean {
  const isUnchanged = stat.size === seen.size && stat.mtimeNs === seen.mtimeNs && stat.ctimeNs === seen.ctimeNs;
  return isUnchanged && stat.ino === seen.ino && stat.dev === seen.dev && stat.isFile();
}

/** Reads from a position on until the buffer is full or the file ends. */
function readFrom(fd: number, buffer: Uint8Array, position: number): number {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(fd, buffer, filled, buffer.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** The file at that path; `undefined` if it is another one than was seen. */
function openSeen(path: string, seen: FileLook): OpenContent | undefined {
  const fd = openSync(pathToBytes(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const stat = fstatSync(fd, { bigint: true });
  if (stat.ino === seen.ino && stat.dev === seen.dev && stat.isFile()) return new OpenSourceFile(fd, stat);
  closeSync(fd);
  return undefined;
}

/** The file that took the place of one, as editors save: opened folder by folder, so that no link leads out. */
function openInside(folder: string, path: string, onUnsteady: () => void): OpenContent {
  const names = path.split('/');
  const last = names.pop() ?? '';
  let door = new FolderDoor(folder);
  try {
    for (const name of names) {
      const next = door.folder(name);
      door[Symbol.dispose]();
      door = next;
    }
    const fd = openSync(pathToBytes(door.at(last)), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fstatSync(fd, { bigint: true });
    if (stat.isFile()) {
      onUnsteady();
      return new OpenSourceFile(fd, stat);
    }
    closeSync(fd);
  } finally {
    door[Symbol.dispose]();
  }
  throw Object.assign(new Error(path), { code: 'ENOENT' });
}

class OpenSourceFile implements OpenContent {
  readonly #fd: number;
  readonly #stat: BigIntStats;

  constructor(fd: number, stat: BigIntStats) {
    this.#fd = fd;
    this.#stat = stat;
  }

  get size(): number {
    return Number(this.#stat.size);
  }

  read(buffer: Uint8Array, position: number): number {
    return readFrom(this.#fd, buffer, position);
  }

  isSteady(): boolean {
    return isSame(fstatSync(this.#fd, { bigint: true }), this.#stat);
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }
}
