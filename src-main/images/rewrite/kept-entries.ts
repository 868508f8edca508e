import { pathFromBytes } from '#core/files/path-bytes';
import { entriesInFolder, type ImageEntry } from '../read/walk-entries.ts';
import type { FileContent, Inode } from '../squashfs/inode.ts';
import { ownerAt, type Squashfs } from '../squashfs/open-squashfs.ts';
import type { NewEntry, NewFolder, NewXattr, PlacedContent } from '../write/new-entry.ts';

/** Entries of an image, to be written again with the blocks that they have. */
export class KeptEntries {
  readonly #image: Squashfs;
  /** Entries that are not folders, by their position: names of one inode stay names of one. */
  readonly #known = new Map<number, NewEntry>();

  constructor(image: Squashfs) {
    this.#image = image;
  }

  /** @throws ImageError `table`, `data` */
  entry(source: ImageEntry): NewEntry {
    return source.inode.kind === 'dir' ? this.folder(source) : this.#leaf(source);
  }

  /** The folder with all that is in it. @throws ImageError `table`, `data` */
  folder(source: ImageEntry): NewFolder {
    const children = new Map<string, NewEntry>();
    const from = source.path.length === 0 ? 0 : source.path.length + 1;
    for (const child of entriesInFolder(this.#image, source)) {
      children.set(pathFromBytes(child.path.subarray(from)), this.entry(child));
    }
    return { ...this.#common(source.inode), kind: 'dir', children };
  }

  /** The folder without what is in it. */
  bareFolder({ inode }: ImageEntry): NewFolder {
    return { ...this.#common(inode), kind: 'dir', children: new Map() };
  }

  #leaf({ inode, key }: ImageEntry): NewEntry {
    const known = this.#known.get(key);
    if (known) return known;
    const entry = this.#newLeaf(inode);
    this.#known.set(key, entry);
    return entry;
  }

  #newLeaf(inode: Inode): NewEntry {
    const common = this.#common(inode);
    const { kind, file, target, device = 0 } = inode;
    if (kind === 'file' && file) return { ...common, kind, content: { from: 'image', placed: placedContent(file) } };
    if (kind === 'link') return { ...common, kind, target: target ?? Buffer.alloc(0) };
    if (kind === 'dir' || kind === 'file') throw new Error('an inode without its content');
    return { ...common, kind, device };
  }

  #common(inode: Inode) {
    const { mode, mtime, uid, gid } = inode;
    const owners = { uid: ownerAt(this.#image, uid), gid: ownerAt(this.#image, gid) };
    return { mode, mtime, ...owners, xattrs: xattrBytes(this.#image, inode) };
  }
}

/** The attributes of an inode, with bytes as values. @throws ImageError `table`, `data` */
export function xattrBytes({ xattrs }: Squashfs, { xattrs: number }: Inode): readonly NewXattr[] {
  if (number === undefined || !xattrs) return [];
  return [...xattrs.read(xattrs.set(number))].map(({ name, value }) => ({ name, value }));
}

/** Finds the blocks of a file. @throws ImageError `table`, `data` */
export function placedContent({ size, start, blockCount, words, fragment }: FileContent): PlacedContent {
  const list = words.copy().bytes(blockCount * 4);
  const copied = Uint32Array.from({ length: blockCount }, (_, at) => list.readUInt32LE(at * 4));
  return { size, start, words: copied, fragment };
}
