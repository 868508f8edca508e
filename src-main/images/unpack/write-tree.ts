import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  futimesSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  openSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { pathToBytes } from '#core/files/path-bytes';
import type { ImageEntry } from '../read/walk-entries.ts';
import { xattrBytes } from '../rewrite/kept-entries.ts';
import { type FilePiece, pieceBlock, piecesOf } from '../squashfs/file-data.ts';
import type { FileContent, Inode } from '../squashfs/inode.ts';
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
const MODE_BITS = 0o7777;
const PRIVATE = 0o600;

interface PlacedEntry {
  readonly path: string;
  readonly inode: Inode;
}

interface FileToWrite extends PlacedEntry {
  /** Whether attributes are given to it later, and then its mode and time. */
  readonly hasXattrs: boolean;
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
  /** Whether files that are made with a mode have it, by mode: the same in all folders, which inherit what decides it. */
  readonly #modesGiven = new Map<number, boolean>();
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

  /** Answers at once unless it has to wait for a block. @throws ImageError `data`, what the file system says, the signal's reason */
  write(path: string, entry: ImageEntry, signal: AbortSignal | undefined): Promise<void> | undefined {
    const { inode } = entry;
    const { kind } = inode;
    if (kind !== 'dir' && kind !== 'file' && kind !== 'link') {
      this.#leftOut.push(path);
      return undefined;
    }
    this.#entries++;
    const hasXattrs = this.#noteXattrs(path, inode);
    if (kind === 'file') return this.#writeFile(path, entry, { hasXattrs, signal });
    if (kind === 'link') this.#links.push({ path, inode });
    else {
      mkdirSync(this.#at(path), { mode: 0o700 });
      this.#folders.push({ path, inode });
    }
    return undefined;
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
      entries: this.#entries,
      bytes: this.#bytes,
      leftOut: this.#leftOut,
      tamed: this.#tamed,
      withoutXattrs: this.#withoutXattrs.size,
      showsXattrs,
    };
  }

  /** Whether it has attributes that are to be given. */
  #noteXattrs(path: string, inode: Inode): boolean {
    if (inode.xattrs === undefined) return false;
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

  #writeFile(
    path: string,
    { inode, key }: ImageEntry,
    { hasXattrs, signal }: { readonly hasXattrs: boolean; readonly signal: AbortSignal | undefined },
  ): Promise<void> | undefined {
    const first = this.#files.get(key);
    if (first !== undefined) {
      linkSync(this.#at(first), this.#at(path));
      this.#xattrs.delete(path);
      return undefined;
    }
    this.#files.set(key, path);
    if ((inode.mode & SET_ID) !== 0) this.#tamed.push(path);
    if (hasXattrs) this.#waiting.push({ path, inode });
    const target = { path, inode, hasXattrs };
    const { file: content } = inode;
    if (content && content.blockCount > 0) return this.#writeLarge(target, content, signal);
    const [piece] = content ? piecesOf(this.#image, content) : [];
    const unpacked = piece && this.#ahead?.take(piece.block);
    if (unpacked instanceof Promise) return unpacked.then((block) => this.#writeSmall(target, piece, block));
    // What is there is taken at once: waiting a turn for each file would take longer than writing it.
    this.#writeSmall(target, piece, unpacked);
    return undefined;
  }

  #writeSmall(target: FileToWrite, piece: FilePiece | undefined, unpacked: Buffer | undefined): void {
    const file = this.#open(target);
    try {
      if (piece) this.#writePiece(file, piece, unpacked);
      this.#giveRights(file, target);
    } finally {
      closeSync(file);
    }
  }

  async #writeLarge(target: FileToWrite, content: FileContent, signal: AbortSignal | undefined): Promise<void> {
    const file = this.#open(target);
    try {
      for (const piece of piecesOf(this.#image, content)) {
        signal?.throwIfAborted();
        this.#writePiece(file, piece, await this.#ahead?.take(piece.block));
      }
      this.#giveRights(file, target);
    } finally {
      closeSync(file);
    }
  }

  #open({ path, inode, hasXattrs }: FileToWrite): number {
    return openSync(this.#at(path), 'wx', hasXattrs ? PRIVATE : inode.mode & ~SET_ID);
  }

  #writePiece(file: number, piece: FilePiece, unpacked: Buffer | undefined): void {
    const { from, length } = piece;
    const block = pieceBlock(this.#image, piece, unpacked);
    for (let done = 0; done < length; ) done += writeSync(file, block, from + done, length - done);
    this.#bytes += length;
  }

  /**
   * Gives a file its mode and time. The mode only where files of that mode do not have it when they are made: then
   * nothing of the system takes a bit away.
   */
  #giveRights(file: number, { inode, hasXattrs }: FileToWrite): void {
    if (hasXattrs) return;
    const mode = inode.mode & ~SET_ID;
    let isGiven = this.#modesGiven.get(mode);
    if (isGiven === undefined) {
      isGiven = (fstatSync(file).mode & MODE_BITS) === mode;
      this.#modesGiven.set(mode, isGiven);
    }
    if (!isGiven) fchmodSync(file, mode);
    futimesSync(file, inode.mtime, inode.mtime);
  }

  #at(path: string): string | Buffer {
    return pathToBytes(`${this.#folder}/${path}`);
  }
}
