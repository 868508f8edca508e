import { inodeKey } from '../check/judge-inodes.ts';
import { ImageError } from '../image-error.ts';
import type { Inode } from '../squashfs/inode.ts';
import { imageNamesIn, inodeAt, rootOf, type Squashfs } from '../squashfs/open-squashfs.ts';

/** A name in an image and what stands under it. */
export interface ImageEntry {
  /** Bytes of the whole path, without a slash in front; of the root none. */
  readonly path: Buffer;
  readonly inode: Inode;
  /** Equal for names of one inode. */
  readonly key: number;
}

const SLASH = 0x2f;

/**
 * Every entry of a checked image, each folder before what is in it.
 *
 * @throws ImageError `table`, `data`; `loop` where a folder holds itself
 */
export function* walkEntries(image: Squashfs): Generator<ImageEntry> {
  const root = rootEntry(image);
  yield root;
  yield* walkFolder(image, root);
}

/** The root folder. @throws ImageError `table` */
export function rootEntry(image: Squashfs): ImageEntry {
  return { path: Buffer.alloc(0), inode: rootOf(image), key: inodeKey(image.superblock.root) };
}

/** The same as `walkEntries`, but below one folder. */
export function* walkFolder(image: Squashfs, folder: ImageEntry): Generator<ImageEntry> {
  const open = [{ entries: entriesInFolder(image, folder), key: folder.key }];
  const onWay = new Set([folder.key]);
  for (let at = open.at(-1); at; at = open.at(-1)) {
    const { value: entry, done } = at.entries.next();
    if (done) {
      open.pop();
      onWay.delete(at.key);
      continue;
    }
    yield entry;
    if (entry.inode.kind !== 'dir') continue;
    if (onWay.has(entry.key)) throw new ImageError('loop', `The folder ${entry.path} holds itself`);
    onWay.add(entry.key);
    open.push({ entries: entriesInFolder(image, entry), key: entry.key });
  }
}

/** The entries of one folder, in the order of the image. */
export function* entriesInFolder(image: Squashfs, { path, inode }: ImageEntry): Generator<ImageEntry, undefined> {
  for (const { name, inode: reference } of imageNamesIn(image, inode)) {
    yield { path: pathIn(path, name), inode: inodeAt(image, reference), key: inodeKey(reference) };
  }
  return undefined;
}

function pathIn(folder: Buffer, name: Buffer): Buffer {
  if (folder.length === 0) return Buffer.from(name);
  const path = Buffer.allocUnsafe(folder.length + 1 + name.length);
  path.set(folder);
  path[folder.length] = SLASH;
  path.set(name, folder.length + 1);
  return path;
}
