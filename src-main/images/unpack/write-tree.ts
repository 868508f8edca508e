import {
  chmodSync,
  closeSync,
  fchmodSync,
  futimesSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  openSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { pathToBytes } from '#core/path-bytes';
import type { ImageEntry } from '../read/walk-entries.ts';
import { xattrBytes } from '../rewrite/kept-entries.ts';
import { pieceBytes, piecesOf } from '../squashfs/file-data.ts';
import type { Inode } from '../squashfs/inode.ts';
import type { Squashfs } from '../squashfs/open-squashfs.ts';
import type { ReadAhead } from '../squashfs/read-ahead.ts';
import { isOfOverlay, isShownXattr, type WriteXattrs, xattrLines } from '../xattr-lines.ts';

/** Result of unpacking. */
export interface UnpackResult {
  readonly entries: number;
  readonly bytes: number;
  /** Devices, pipes and sockets that were not made. */
  readonly leftOut: readonly string[];
  /** Files that lost the bits with which they would run as another user. */
  readonly tamed: readonly string[];
  /** Entries some of whose attributes were not written: those of the system, and what the file system did not take. */
  readonly withoutXattrs: number;
  /** Whether every attribute that programs of a user may give is there. */
  readonly showsXattrs: boolean;
}

const SET_ID = 0o6000;

interface PlacedEntry {
  readonly path: string;
  readonly inode: Inode;
}

export interface TreeWriterOptions {
  /** Writes extended attributes; without it they are left out. */
  readonly writeXattrs?: WriteXattrs | undefined;
  /** Unpacks the files of just the entries that are written, in their order. */
  readonly ahead?: ReadAhead | undefined;
}

/**
 * Writes entries into a folder of its own. Links come last, so that nothing is ever written through one; modes and times after
 * attributes, which a mode may forbid.
 */
export class TreeWriter {
  readonly #image: Squashfs;
  readonly #folder: string;
  readonly #writeXattrs: WriteXattrs | undefined;
  readonly #ahead: ReadAhead | undefined;
  readonly #folders: PlacedEntry[] = [];
  readonly #links: PlacedEntry[] = [];
  /** Files whose modes and times wait for their attributes. */
  readonly #waiting: PlacedEntry[] = [];
  /** Attributes by path. */
  readonly #xattrs = new Map<string, string>();
  /** The first path of each file that may have more names. */
  readonly #files = new Map<number, string>();
  readonly #leftOut: string[] = [];
  readonly #tamed: string[] = [];
  readonly #withoutXattrs = new Set<string>();
  #entries = 0;
  #bytes = 0;

  constructor(image: Squashfs, folder: string, { writeXattrs, ahead }: TreeWriterOptions) {
    this.#image = image;
    this.#folder = folder;
    this.#writeXattrs = writeXattrs;
    this.#ahead = ahead;
  }

  /** @throws ImageError `data`, what the file system says, the signal's reason */
  async write(path: string, entry: ImageEntry, signal: AbortSignal | undefined): Promise<void> {
    const { inode } = entry;
    const { kind } = inode;
    if (kind !== 'dir' && kind !== 'file' && kind !== 'link') {
      this.#leftOut.push(path);
      return;
    }
    this.#entries++;
    const hasXattrs = this.#noteXattrs(path, inode);
    if (kind === 'link') this.#links.push({ path, inode });
    else if (kind === 'file') await this.#writeFile(path, entry, { hasXattrs, signal });
    else {
      mkdirSync(this.#at(path), { mode: 0o700 });
      this.#folders.push({ path, inode });
    }
  }

  /** Makes the links, gives attributes, then gives folders their modes and times, the innermost first. */
  async finish(): Promise<UnpackResult> {
    for (const { path, inode } of this.#links) {
      symlinkSync(inode.target ?? '', this.#at(path));
      lutimesSync(this.#at(path), inode.mtime, inode.mtime);
    }
    const showsXattrs = await this.#giveXattrs();
    for (const { path, inode } of [...this.#waiting, ...this.#folders.reverse()]) {
      chmodSync(this.#at(path), inode.kind === 'dir' ? inode.mode : inode.mode & ~SET_ID);
      utimesSync(this.#at(path), inode.mtime, inode.mtime);
    }
    return {
      ...{ entries: this.#entries, bytes: this.#bytes, leftOut: this.#leftOut, tamed: this.#tamed },
      ...{ withoutXattrs: this.#withoutXattrs.size, showsXattrs },
    };
  }

  /** Whether it has attributes that are to be given. */
  #noteXattrs(path: string, inode: Inode): boolean {
    const all = xattrBytes(this.#image, inode).filter(({ name }) => !isOfOverlay(name));
    const shown = all.filter(isShownXattr);
    if (shown.length > 0) this.#xattrs.set(path, xattrLines(shown));
    if (shown.length < all.length) this.#withoutXattrs.add(path);
    return shown.length > 0;
  }

  async #giveXattrs(): Promise<boolean> {
    if (this.#xattrs.size === 0) return true;
    const prefix = `${this.#folder}/`;
    const lines = new Map([...this.#xattrs].map(([path, text]) => [prefix + path, text]));
    const failed = this.#writeXattrs ? await this.#writeXattrs(lines) : lines;
    for (const path of failed.keys()) this.#withoutXattrs.add(path.slice(prefix.length));
    return failed.size === 0;
  }

  async #writeFile(
    path: string,
    { inode, key }: ImageEntry,
    { hasXattrs, signal }: { readonly hasXattrs: boolean; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    const first = this.#files.get(key);
    if (first !== undefined) {
      linkSync(this.#at(first), this.#at(path));
      this.#xattrs.delete(path);
      return;
    }
    this.#files.set(key, path);
    const file = openSync(this.#at(path), 'wx', 0o600);
    try {
      await this.#writeContent(file, inode, signal);
      if ((inode.mode & SET_ID) !== 0) this.#tamed.push(path);
      if (hasXattrs) this.#waiting.push({ path, inode });
      else {
        fchmodSync(file, inode.mode & ~SET_ID);
        futimesSync(file, inode.mtime, inode.mtime);
      }
    } finally {
      closeSync(file);
    }
  }

  async #writeContent(file: number, { file: content }: Inode, signal: AbortSignal | undefined): Promise<void> {
    if (!content) return;
    for (const piece of piecesOf(this.#image, content)) {
      signal?.throwIfAborted();
      const unpacked = this.#ahead?.take(piece.block);
      // What is there is taken at once: waiting a turn for each file would take longer than writing it.
      const bytes = pieceBytes(this.#image, piece, unpacked instanceof Promise ? await unpacked : unpacked);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    }
    this.#bytes += content.size;
  }

  #at(path: string): string | Buffer {
    return pathToBytes(`${this.#folder}/${path}`);
  }
}
