import { ImageError } from '../image-error.ts';
import type { BytePlace, TableReader } from './metadata.ts';

export type InodeKind = 'dir' | 'file' | 'link' | 'block' | 'char' | 'fifo' | 'socket';

/** Kinds by the number of an inode; those of seven more are the long forms. */
const KINDS: readonly InodeKind[] = ['dir', 'file', 'link', 'block', 'char', 'fifo', 'socket'];
const NONE = 0xffff_ffff;
const COMMON_SIZE = 16;
const BLOCK_WORD = 4;

export interface FolderPlace {
  readonly block: number;
  readonly offset: number;
  /** Bytes of the listing and three more. */
  readonly size: number;
}

export interface FileContent {
  readonly size: number;
  /** Position of its first block in the image. */
  readonly start: number;
  readonly blockCount: number;
  /** Reads a word of 32 bits for each block: its size, and a bit that says whether it is stored as it is. */
  readonly words: TableReader;
  readonly fragment: { readonly number: number; readonly offset: number } | undefined;
}

/** An inode as the image states it; what its numbers lead to is not looked at. */
export interface Inode {
  readonly kind: InodeKind;
  readonly mode: number;
  /** Numbers in the table of owners. */
  readonly uid: number;
  readonly gid: number;
  readonly mtime: number;
  /** Number of its set of attributes. */
  readonly xattrs: number | undefined;
  readonly folder: FolderPlace | undefined;
  readonly file: FileContent | undefined;
  readonly target: Buffer | undefined;
  readonly device: number | undefined;
  /** Bytes that it takes in its table. */
  readonly bytes: number;
}

/** Reads one inode. @throws ImageError `table` where it is of no kind or leads outside */
export function readInode(reader: TableReader, blockSize: number): Inode {
  const { block: common, at } = reader.place(COMMON_SIZE);
  const number = common.readUInt16LE(at);
  const isLong = number > KINDS.length;
  const kind = KINDS[isLong ? number - KINDS.length - 1 : number - 1];
  if (kind === undefined) throw new ImageError('table', `The image has an inode of the unknown kind ${number}`);
  const { xattrs, folder, file, target, device, bytes } = restOf(reader, { kind, isLong, blockSize });
  // One shape for all, since an image has as many as files.
  return {
    kind,
    mode: common.readUInt16LE(at + 2) & 0o7777,
    uid: common.readUInt16LE(at + 4),
    gid: common.readUInt16LE(at + 6),
    mtime: common.readUInt32LE(at + 8),
    xattrs,
    folder,
    file,
    target,
    device,
    bytes: COMMON_SIZE + bytes,
  };
}

type InodeRest = Partial<Pick<Inode, 'folder' | 'file' | 'target' | 'device'>> & Pick<Inode, 'xattrs' | 'bytes'>;

interface Form {
  readonly kind: InodeKind;
  readonly isLong: boolean;
  readonly blockSize: number;
}

function restOf(reader: TableReader, { kind, isLong, blockSize }: Form): InodeRest {
  if (kind === 'dir') return isLong ? longFolder(reader) : shortFolder(reader);
  if (kind === 'file') return isLong ? longFile(reader, blockSize) : shortFile(reader, blockSize);
  if (kind === 'link') return link(reader, isLong);
  const isDevice = kind === 'block' || kind === 'char';
  const size = 4 + (isDevice ? 4 : 0) + (isLong ? 4 : 0);
  const bytes = reader.bytes(size);
  return {
    ...(isDevice && { device: bytes.readUInt32LE(4) }),
    xattrs: isLong ? maybe(bytes.readUInt32LE(size - 4)) : undefined,
    bytes: size,
  };
}

function shortFolder(reader: TableReader): InodeRest {
  const bytes = reader.bytes(16);
  const folder = { block: bytes.readUInt32LE(0), size: bytes.readUInt16LE(8), offset: bytes.readUInt16LE(10) };
  return { folder, xattrs: undefined, bytes: 16 };
}

function longFolder(reader: TableReader): InodeRest {
  const bytes = reader.bytes(24);
  const folder = { block: bytes.readUInt32LE(8), size: bytes.readUInt32LE(4), offset: bytes.readUInt16LE(18) };
  return { folder, xattrs: maybe(bytes.readUInt32LE(20)), bytes: 24 };
}

function shortFile(reader: TableReader, blockSize: number): InodeRest {
  const { block, at } = reader.place(16);
  return fileOf(reader, {
    size: block.readUInt32LE(at + 12),
    start: block.readUInt32LE(at),
    fragment: { block, at: at + 4 },
    bytes: 16,
    blockSize,
  });
}

function longFile(reader: TableReader, blockSize: number): InodeRest {
  const bytes = reader.bytes(40);
  const file = fileOf(reader, {
    size: Number(bytes.readBigUInt64LE(8)),
    start: Number(bytes.readBigUInt64LE(0)),
    fragment: { block: bytes, at: 28 },
    bytes: 40,
    blockSize,
  });
  return { ...file, xattrs: maybe(bytes.readUInt32LE(36)) };
}

interface FileFields {
  readonly size: number;
  readonly start: number;
  /** Where the number of its fragment stands, and then the offset in it. */
  readonly fragment: BytePlace;
  /** Bytes of the inode without its list of blocks. */
  readonly bytes: number;
  readonly blockSize: number;
}

function fileOf(reader: TableReader, { size, start, fragment: place, bytes, blockSize }: FileFields): InodeRest {
  const number = maybe(place.block.readUInt32LE(place.at));
  const fragment = number === undefined ? undefined : { number, offset: place.block.readUInt32LE(place.at + 4) };
  const blockCount = fragment ? Math.floor(size / blockSize) : Math.ceil(size / blockSize);
  const listBytes = blockCount * BLOCK_WORD;
  if (!reader.canHold(listBytes)) {
    throw new ImageError('table', `A file of ${size} bytes needs a list of blocks that the image has no place for`);
  }
  return {
    file: { size, start, blockCount, words: reader, fragment },
    xattrs: undefined,
    bytes: bytes + listBytes,
  };
}

function link(reader: TableReader, isLong: boolean): InodeRest {
  const size = reader.bytes(8).readUInt32LE(4);
  const target = reader.bytes(size);
  const xattrs = isLong ? maybe(reader.bytes(4).readUInt32LE(0)) : undefined;
  return { target, xattrs, bytes: 8 + size + (isLong ? 4 : 0) };
}

function maybe(number: number): number | undefined {
  return number === NONE ? undefined : number;
}
