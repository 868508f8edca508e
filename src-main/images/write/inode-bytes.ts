import type { InodeReference } from '../squashfs/superblock.ts';
import type { NewEntry, NewFileEntry, NewFolder, NewLink, NewNode, PlacedContent } from './new-entry.ts';

/** Numbers of kinds; those of the long forms are seven more. */
export const KIND_NUMBERS = { dir: 1, file: 2, link: 3, block: 4, char: 5, fifo: 6, socket: 7 } as const;
const LONG = 7;
const NONE = 0xffff_ffff;
const MAX_16 = 0xffff;
/** A listing is said to be three bytes longer than it is. */
const LISTING_EXTRA = 3;
const STORED_BIT = 1 << 24;

/** Fields of every inode, in addition to those of its entry. */
export interface InodeNumbers {
  readonly number: number;
  /** Numbers in the table of owners. */
  readonly uid: number;
  readonly gid: number;
  /** Number of its set of attributes; `undefined` if it has none. */
  readonly xattrs: number | undefined;
  /** Number of its names. */
  readonly names: number;
}

/** The listing of a folder, and what its inode says of it. */
export interface FolderNumbers {
  readonly listing: InodeReference;
  /** Bytes of the listing. */
  readonly size: number;
  readonly folders: number;
  readonly parent: number;
  /** Places within the listing by name, for large folders. */
  readonly index: readonly ListingIndex[];
}

export interface ListingIndex {
  /** Bytes of the listing that lie before it. */
  readonly position: number;
  /** The block of the table of folders in which it lies. */
  readonly block: number;
  readonly name: Buffer;
}

export function folderInode(folder: NewFolder, numbers: InodeNumbers, place: FolderNumbers): Buffer {
  const { listing, parent, index } = place;
  const size = place.size + LISTING_EXTRA;
  const links = place.folders + 2;
  if (size <= MAX_16 && numbers.xattrs === undefined && index.length === 0) {
    const bytes = inode(folder, numbers, { isLong: false, rest: 16 });
    bytes.writeUInt32LE(listing.block, 16);
    bytes.writeUInt32LE(links, 20);
    bytes.writeUInt16LE(size, 24);
    bytes.writeUInt16LE(listing.offset, 26);
    bytes.writeUInt32LE(parent, 28);
    return bytes;
  }
  const bytes = inode(folder, numbers, { isLong: true, rest: 24 });
  bytes.writeUInt32LE(links, 16);
  bytes.writeUInt32LE(size, 20);
  bytes.writeUInt32LE(listing.block, 24);
  bytes.writeUInt32LE(parent, 28);
  bytes.writeUInt16LE(index.length, 32);
  bytes.writeUInt16LE(listing.offset, 34);
  bytes.writeUInt32LE(numbers.xattrs ?? NONE, 36);
  return Buffer.concat([bytes, ...index.map(indexBytes)]);
}

function indexBytes({ position, block, name }: ListingIndex): Buffer {
  const bytes = Buffer.alloc(12 + name.length);
  bytes.writeUInt32LE(position, 0);
  bytes.writeUInt32LE(block, 4);
  bytes.writeUInt32LE(name.length - 1, 8);
  name.copy(bytes, 12);
  return bytes;
}

export function fileInode(
  file: NewFileEntry,
  numbers: InodeNumbers,
  content: PlacedContent,
  blockSize: number,
): Buffer {
  const { size, start, words, fragment } = content;
  const sparse = sparseBytes(content, blockSize);
  const list = Buffer.alloc(words.length * 4);
  for (const [at, word] of words.entries()) list.writeUInt32LE(word, at * 4);
  const isShort = numbers.names === 1 && numbers.xattrs === undefined && sparse === 0 && start <= NONE && size <= NONE;
  if (isShort) {
    const bytes = inode(file, numbers, { isLong: false, rest: 16 });
    bytes.writeUInt32LE(start, 16);
    bytes.writeUInt32LE(fragment?.number ?? NONE, 20);
    bytes.writeUInt32LE(fragment?.offset ?? 0, 24);
    bytes.writeUInt32LE(size, 28);
    return Buffer.concat([bytes, list]);
  }
  const bytes = inode(file, numbers, { isLong: true, rest: 40 });
  bytes.writeBigUInt64LE(BigInt(start), 16);
  bytes.writeBigUInt64LE(BigInt(size), 24);
  bytes.writeBigUInt64LE(BigInt(sparse), 32);
  bytes.writeUInt32LE(numbers.names, 40);
  bytes.writeUInt32LE(fragment?.number ?? NONE, 44);
  bytes.writeUInt32LE(fragment?.offset ?? 0, 48);
  bytes.writeUInt32LE(numbers.xattrs ?? NONE, 52);
  return Buffer.concat([bytes, list]);
}

/** Bytes of the file that no block holds; one less where that is all of it, as Linux counts. */
function sparseBytes({ size, words }: PlacedContent, blockSize: number): number {
  let sparse = 0;
  for (const [at, word] of words.entries()) {
    if ((word & (STORED_BIT - 1)) === 0) sparse += Math.min(blockSize, size - at * blockSize);
  }
  return sparse > 0 && sparse === size ? sparse - 1 : sparse;
}

export function linkInode(link: NewLink, numbers: InodeNumbers): Buffer {
  const isLong = numbers.xattrs !== undefined;
  const { length } = link.target;
  const bytes = inode(link, numbers, { isLong, rest: 8 + length + (isLong ? 4 : 0) });
  bytes.writeUInt32LE(numbers.names, 16);
  bytes.writeUInt32LE(length, 20);
  link.target.copy(bytes, 24);
  if (numbers.xattrs !== undefined) bytes.writeUInt32LE(numbers.xattrs, 24 + length);
  return bytes;
}

export function nodeInode(node: NewNode, numbers: InodeNumbers): Buffer {
  const isDevice = node.kind === 'block' || node.kind === 'char';
  const isLong = numbers.xattrs !== undefined;
  const rest = 4 + (isDevice ? 4 : 0);
  const bytes = inode(node, numbers, { isLong, rest: rest + (isLong ? 4 : 0) });
  bytes.writeUInt32LE(numbers.names, 16);
  if (isDevice) bytes.writeUInt32LE(node.device, 20);
  if (numbers.xattrs !== undefined) bytes.writeUInt32LE(numbers.xattrs, 16 + rest);
  return bytes;
}

interface Form {
  readonly isLong: boolean;
  /** Bytes that follow the sixteen that all have. */
  readonly rest: number;
}

function inode(entry: NewEntry, { number, uid, gid }: InodeNumbers, { isLong, rest }: Form): Buffer {
  const bytes = Buffer.alloc(16 + rest);
  bytes.writeUInt16LE(KIND_NUMBERS[entry.kind] + (isLong ? LONG : 0), 0);
  bytes.writeUInt16LE(entry.mode & 0o7777, 2);
  bytes.writeUInt16LE(uid, 4);
  bytes.writeUInt16LE(gid, 6);
  bytes.writeUInt32LE(Math.min(NONE, Math.max(0, Math.floor(entry.mtime))), 8);
  bytes.writeUInt32LE(number, 12);
  return bytes;
}
