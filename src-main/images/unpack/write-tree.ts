import { chmod, type FileHandle, link, lutimes, mkdir, open, symlink, utimes } from 'node:fs/promises';
import { pathToBytes } from '#core/path-bytes';
import type { ImageEntry } from '../read/walk-entries.ts';
import { contentOf } from '../squashfs/file-data.ts';
import type { Squashfs } from '../squashfs/open-squashfs.ts';

/** What came of an unpacking. */
export interface Unpacked {
  readonly entries: number;
  readonly bytes: number;
  /** Devices, pipes and sockets that were not made. */
  readonly leftOut: readonly string[];
  /** Files that lost the bits with which they would run as another user. */
  readonly tamed: readonly string[];
  /** Entries whose attributes were not written. */
  readonly withoutXattrs: number;
}

const SET_ID = 0o6000;

/** Writes entries into a folder of its own. Links come last, so that nothing is ever written through one. */
export class TreeWriter {
  readonly #image: Squashfs;
  readonly #folder: string;
  readonly #folders: { readonly path: string; readonly entry: ImageEntry }[] = [];
  readonly #links: { readonly path: string; readonly entry: ImageEntry }[] = [];
  /** The first path of each file that may have more names. */
  readonly #files = new Map<number, string>();
  readonly #leftOut: string[] = [];
  readonly #tamed: string[] = [];
  #entries = 0;
  #bytes = 0;
  #withoutXattrs = 0;

  constructor(image: Squashfs, folder: string) {
    this.#image = image;
    this.#folder = folder;
  }

  /** @throws ImageError `data`, what the file system says, the signal's reason */
  async write(path: string, entry: ImageEntry, signal: AbortSignal | undefined): Promise<void> {
    const { kind, xattrs } = entry.inode;
    if (kind !== 'dir' && kind !== 'file' && kind !== 'link') {
      this.#leftOut.push(path);
      return;
    }
    this.#entries++;
    if (xattrs !== undefined) this.#withoutXattrs++;
    if (kind === 'link') this.#links.push({ path, entry });
    else if (kind === 'file') await this.#writeFile(path, entry, signal);
    else {
      await mkdir(this.#at(path), { mode: 0o700 });
      this.#folders.push({ path, entry });
    }
  }

  /** Makes the links, then gives folders their modes and times, the innermost first. */
  async finish(): Promise<Unpacked> {
    for (const { path, entry } of this.#links) {
      await symlink(entry.inode.target ?? '', this.#at(path));
      await lutimes(this.#at(path), entry.inode.mtime, entry.inode.mtime);
    }
    for (const { path, entry } of this.#folders.reverse()) {
      await chmod(this.#at(path), entry.inode.mode);
      await utimes(this.#at(path), entry.inode.mtime, entry.inode.mtime);
    }
    return {
      ...{ entries: this.#entries, bytes: this.#bytes, withoutXattrs: this.#withoutXattrs },
      ...{ leftOut: this.#leftOut, tamed: this.#tamed },
    };
  }

  async #writeFile(path: string, { inode, key }: ImageEntry, signal: AbortSignal | undefined): Promise<void> {
    const first = this.#files.get(key);
    if (first !== undefined) {
      await link(this.#at(first), this.#at(path));
      return;
    }
    this.#files.set(key, path);
    const file = await open(this.#at(path), 'wx', 0o600);
    try {
      if (inode.file) {
        for (const piece of contentOf(this.#image, inode.file)) {
          signal?.throwIfAborted();
          await writeAll(file, piece);
        }
        this.#bytes += inode.file.size;
      }
      if ((inode.mode & SET_ID) !== 0) this.#tamed.push(path);
      await file.chmod(inode.mode & ~SET_ID);
      await file.utimes(inode.mtime, inode.mtime);
    } finally {
      await file.close();
    }
  }

  #at(path: string): string | Buffer {
    return pathToBytes(`${this.#folder}/${path}`);
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}
