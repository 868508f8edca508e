import type { NewEntry, NewFileEntry, NewFolder, NewLink, NewNode, PlacedContent } from './new-entry.ts';
import { type NewRecord, zeroedRecord } from './record.ts';
import type { BlockMention, TablePlace } from './table-writer.ts';

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
  readonly listing: TablePlace;
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
  /** The block of the table of folders in which it lies, by number. */
  readonly block: number;
  readonly name: Buffer;
}

/** The inode of a folder. In its bytes the blocks of the table of folders that it mentions are left out. */
export interface FolderInode {
  readonly bytes: Buffer;
  readonly mentions: readonly BlockMention[];
}

export function folderInode(folder: NewFolder, numbers: InodeNumbers, place: FolderNumbers): FolderInode {
  const { listing, parent, index } = place;
  const size = place.size + LISTING_EXTRA;
  const links = place.folders + 2;
  if (size <= MAX_16 && numbers.xattrs === undefined && index.length === 0) {
    const { bytes, view } = inode(folder, numbers, { isLong: false, rest: 16 });
    view.setUint32(20, links, true);
    view.setUint16(24, size, true);
    view.setUint16(26, listing.offset, true);
    view.setUint32(28, parent, true);
    return { bytes, mentions: [{ at: 16, block: listing.block }] };
  }
  const head = inode(folder, numbers, { isLong: true, rest: 24 });
  const { view } = head;
  view.setUint32(16, links, true);
  view.setUint32(20, size, true);
  view.setUint32(28, parent, true);
  view.setUint16(32, index.length, true);
  view.setUint16(34, listing.offset, true);
  view.setUint32(36, numbers.xattrs ?? NONE, true);
  const mentions = [{ at: 24, block: listing.block }];
  let at = head.bytes.length;
  for (const { block, name } of index) {
    mentions.push({ at: at + 4, block });
    at += 12 + name.length;
  }
  return { bytes: Buffer.concat([head.bytes, ...index.map(indexBytes)]), mentions };
}

function indexBytes({ position, name }: ListingIndex): Buffer {
  const { bytes, view } = zeroedRecord(12 + name.length);
  view.setUint32(0, position, true);
  view.setUint32(8, name.length - 1, true);
  bytes.set(name, 12);
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
  const list = words.length * 4;
  const isShort = numbers.names === 1 && numbers.xattrs === undefined && sparse === 0 && start <= NONE && size <= NONE;
  if (isShort) {
    const { bytes, view } = inode(file, numbers, { isLong: false, rest: 16 + list });
    view.setUint32(16, start, true);
    view.setUint32(20, fragment?.number ?? NONE, true);
    view.setUint32(24, fragment?.offset ?? 0, true);
    view.setUint32(28, size, true);
    setWords(view, 32, words);
    return bytes;
  }
  const { bytes, view } = inode(file, numbers, { isLong: true, rest: 40 + list });
  view.setBigUint64(16, BigInt(start), true);
  view.setBigUint64(24, BigInt(size), true);
  view.setBigUint64(32, BigInt(sparse), true);
  view.setUint32(40, numbers.names, true);
  view.setUint32(44, fragment?.number ?? NONE, true);
  view.setUint32(48, fragment?.offset ?? 0, true);
  view.setUint32(52, numbers.xattrs ?? NONE, true);
  setWords(view, 56, words);
  return bytes;
}

function setWords(view: DataView, from: number, words: Uint32Array): void {
  for (let at = 0; at < words.length; at++) view.setUint32(from + at * 4, words[at] ?? 0, true);
}

/** Bytes of the file that no block holds; one less where that is all of it, as Linux counts. */
function sparseBytes({ size, words }: PlacedContent, blockSize: number): number {
  let sparse = 0;
  for (let at = 0; at < words.length; at++) {
    if (((words[at] ?? 0) & (STORED_BIT - 1)) === 0) sparse += Math.min(blockSize, size - at * blockSize);
  }
  return sparse > 0 && sparse === size ? sparse - 1 : sparse;
}

export function linkInode(link: NewLink, numbers: InodeNumbers): Buffer {
  const isLong = numbers.xattrs !== undefined;
  const { length } = link.target;
  const { bytes, view } = inode(link, numbers, { isLong, rest: 8 + length + (isLong ? 4 : 0) });
  view.setUint32(16, numbers.names, true);
  view.setUint32(20, length, true);
  bytes.set(link.target, 24);
  if (numbers.xattrs !== undefined) view.setUint32(24 + length, numbers.xattrs, true);
  return bytes;
}

export function nodeInode(node: NewNode, numbers: InodeNumbers): Buffer {
  const isDevice = node.kind === 'block' || node.kind === 'char';
  const isLong = numbers.xattrs !== undefined;
  const rest = 4 + (isDevice ? 4 : 0);
  const { bytes, view } = inode(node, numbers, { isLong, rest: rest + (isLong ? 4 : 0) });
  view.setUint32(16, numbers.names, true);
  if (isDevice) view.setUint32(20, node.device, true);
  if (numbers.xattrs !== undefined) view.setUint32(16 + rest, numbers.xattrs, true);
  return bytes;
}

interface Form {
  readonly isLong: boolean;
  /** Bytes that follow the sixteen that all have. */
  readonly rest: number;
}

function inode(entry: NewEntry, { number, uid, gid }: InodeNumbers, { isLong, rest }: Form): NewRecord {
  const record = zeroedRecord(16 + rest);
  const { view } = record;
  view.setUint16(0, KIND_NUMBERS[entry.kind] + (isLong ? LONG : 0), true);
  view.setUint16(2, entry.mode & 0o7777, true);
  view.setUint16(4, uid, true);
  view.setUint16(6, gid, true);
  view.setUint32(8, Math.min(NONE, Math.max(0, Math.floor(entry.mtime))), true);
  view.setUint32(12, number, true);
  return record;
}
