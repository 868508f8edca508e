import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { systemCodeOf } from '#core/app-error';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { pathToBytes } from '#core/files/path-bytes';
import { ContentGone, type ContentSource, type OpenContent } from '../write/new-entry.ts';
import type { FileStamp } from './file-stamp.ts';
import { FolderDoor } from './folder-door.ts';

/** Folder whose files are read, and what is told of them by their path. */
export interface SourceListing {
  /** Resolved. */
  readonly folder: string;
  readonly onUnsteady: (path: string) => void;
  /** Called when one is not there any more, or no file. */
  readonly onGone: (path: string) => void;
}

/** The content of a file in a folder, wherever links that came later would lead. */
export class FileSource implements ContentSource {
  readonly #path: string;
  readonly #seen: FileStamp;
  readonly #listing: SourceListing;
  /** Further names of the file. */
  #others: readonly string[] = [];

  /** @param seen the file as it was when its folder was listed */
  constructor(path: string, seen: FileStamp, listing: SourceListing) {
    this.#path = path;
    this.#seen = seen;
    this.#listing = listing;
  }

  get size(): number {
    return Number(this.#seen.size);
  }

  /** Adds another name, under which the file is found when it is no longer under the first. */
  addName(path: string): void {
    this.#others = [...this.#others, path];
  }

  /** One look after reading tells both that it is the file that was seen, and that it did not change meanwhile. */
  readSeen(into: Uint8Array): number | undefined {
    let fd: number;
    try {
      fd = openFile(this.#at(this.#path));
    } catch {
      return undefined;
    }
    try {
      const { size } = this;
      const count = readFrom(fd, into.subarray(0, size), 0);
      return count === size && isSame(fstatSync(fd, { bigint: true }), this.#seen) ? count : undefined;
    } catch {
      return undefined;
    } finally {
      closeSync(fd);
    }
  }

  open(): OpenContent {
    try {
      return this.#openSeen(this.#path) ?? this.#openOther() ?? this.#openInside();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    const other = this.#openOther();
    if (other) return other;
    for (const path of [this.#path, ...this.#others]) this.#listing.onGone(path);
    throw new ContentGone(this.#path);
  }

  onUnsteady(): void {
    this.#listing.onUnsteady(this.#path);
  }

  #at(path: string): string {
    return `${this.#listing.folder}/${path}`;
  }

  /** The file that was seen, under that name; `undefined` if another one has it by now. */
  #openSeen(path: string): OpenContent | undefined {
    const found = new OpenSourceFile(openFile(this.#at(path)));
    if (found.isSameFile(this.#seen)) return found;
    found[Symbol.dispose]();
    return undefined;
  }

  /** The file that was seen, under one of its further names. */
  #openOther(): OpenContent | undefined {
    for (const path of this.#others) {
      try {
        const found = this.#openSeen(path);
        if (found) return found;
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    return undefined;
  }

  /** The file that took the place of the one that was seen, as editors save: opened folder by folder, so that no link leads out. */
  #openInside(): OpenContent {
    const names = this.#path.split('/');
    const last = names.pop() ?? '';
    let door = new FolderDoor(this.#listing.folder);
    try {
      for (const name of names) {
        const next = door.folder(name);
        door[Symbol.dispose]();
        door = next;
      }
      const found = new OpenSourceFile(openFile(door.at(last)));
      if (found.isFile) {
        this.onUnsteady();
        return found;
      }
      found[Symbol.dispose]();
    } finally {
      door[Symbol.dispose]();
    }
    throw Object.assign(new Error(this.#path), { code: 'ENOENT' });
  }
}

/** Whether an error of the file system says that there is no such file any more. */
function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(systemCodeOf(error) ?? '');
}

/** Opens it unless it is a link, and without waiting for who writes into a pipe. */
function openFile(path: string): number {
  return openSync(pathToBytes(path), READ_NONBLOCKING_NOFOLLOW);
}

function isSame(stat: BigIntStats, seen: FileStamp): boolean {
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

class OpenSourceFile implements OpenContent {
  readonly #fd: number;
  readonly #stat: BigIntStats;

  /** @param fd closed with this, also if it cannot be looked at */
  constructor(fd: number) {
    this.#fd = fd;
    try {
      this.#stat = fstatSync(fd, { bigint: true });
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  get size(): number {
    return Number(this.#stat.size);
  }

  get isFile(): boolean {
    return this.#stat.isFile();
  }

  /** Whether it is the file that was seen, whatever became of its content. */
  isSameFile({ dev, ino }: FileStamp): boolean {
    return this.#stat.ino === ino && this.#stat.dev === dev && this.isFile;
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
