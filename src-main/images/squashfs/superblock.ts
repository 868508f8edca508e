import { ImageError } from '../image-error.ts';
import type { ByteSource } from './byte-source.ts';
import { type CodecName, codecOf } from './codecs/codec-names.ts';

/** Size of a superblock, in bytes. */
export const SUPERBLOCK_SIZE = 96;
export const MAGIC = 0x73717368;
const MIN_BLOCK_LOG = 12;
const MAX_BLOCK_LOG = 20;
/** Position that means that a table is missing. */
export const NO_TABLE = 0xffff_ffff_ffff_ffffn;
export const EXPORTABLE = 0x80;
export const CODEC_OPTIONS = 0x400;
const VERSION_END = 32;

/** The first 96 bytes of an image: where its tables begin, in bytes from its start. */
export interface Superblock {
  /** Bytes of the image; what lies behind them is not its own. */
  readonly size: number;
  readonly codec: CodecName;
  readonly blockSize: number;
  readonly inodeCount: number;
  readonly fragmentCount: number;
  readonly idCount: number;
  /** Time of creation, in seconds. */
  readonly madeAt: number;
  readonly root: InodeReference;
  readonly inodes: number;
  readonly folders: number;
  readonly ids: number;
  readonly fragments: number | undefined;
  readonly exports: number | undefined;
  readonly xattrs: number | undefined;
  /** Options of the codec stand behind the superblock. */
  readonly hasCodecOptions: boolean;
}

/** Position of an inode or a set of attributes: a block by its distance from the table's start, and an offset in it. */
export interface InodeReference {
  readonly block: number;
  readonly offset: number;
}

/** Reads and judges the superblock. @throws ImageError: not-squashfs, truncated, codec or table */
export function readSuperblock(source: ByteSource): Superblock {
  const bytes = source.read(0, Math.min(source.size, SUPERBLOCK_SIZE));
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== MAGIC) {
    throw new ImageError('not-squashfs', 'The file is no squashfs image: it does not begin as one');
  }
  if (bytes.length >= VERSION_END && (bytes.readUInt16LE(28) !== 4 || bytes.readUInt16LE(30) !== 0)) {
    const version = `${bytes.readUInt16LE(28)}.${bytes.readUInt16LE(30)}`;
    throw new ImageError('not-squashfs', `The image is squashfs ${version}; only 4.0 is read`);
  }
  if (bytes.length < SUPERBLOCK_SIZE)
    throw new ImageError('truncated', 'The image is cut off within its first 96 bytes');
  const size = Number(bytes.readBigUInt64LE(40));
  if (source.size < size) {
    throw new ImageError('truncated', `The image is cut off: it has ${source.size} bytes of ${size}`);
  }
  const codec = codecOf(bytes.readUInt16LE(20));
  return sound({ ...countsOf(bytes), ...tablesOf(bytes), size, codec });
}

function countsOf(bytes: Buffer) {
  const blockSize = bytes.readUInt32LE(12);
  const log = bytes.readUInt16LE(22);
  if (log < MIN_BLOCK_LOG || log > MAX_BLOCK_LOG || blockSize !== 2 ** log) {
    throw new ImageError('table', `The image states blocks of ${blockSize} bytes, 2 to the power of ${log}`);
  }
  return {
    blockSize,
    inodeCount: bytes.readUInt32LE(4),
    madeAt: bytes.readUInt32LE(8),
    fragmentCount: bytes.readUInt32LE(16),
    idCount: bytes.readUInt16LE(26),
  };
}

function tablesOf(bytes: Buffer) {
  const at = (offset: number) => Number(bytes.readBigUInt64LE(offset));
  const maybe = (offset: number) => (bytes.readBigUInt64LE(offset) === NO_TABLE ? undefined : at(offset));
  const flags = bytes.readUInt16LE(24);
  const isExportable = (flags & EXPORTABLE) !== 0;
  return {
    root: referenceAt(bytes, 32),
    ids: at(48),
    xattrs: maybe(56),
    inodes: at(64),
    folders: at(72),
    fragments: maybe(80),
    exports: isExportable ? maybe(88) : undefined,
    hasCodecOptions: (flags & CODEC_OPTIONS) !== 0,
  };
}

/** The reference in the eight bytes at `offset`. */
export function referenceAt(bytes: Buffer, offset: number): InodeReference {
  return { block: Number(bytes.readBigUInt64LE(offset) >> 16n), offset: bytes.readUInt16LE(offset) };
}

function sound(block: Superblock): Superblock {
  const { size, inodes, folders, ids, fragments, exports, xattrs, fragmentCount } = block;
  const needed = { inodes, folders, owners: ids, ...(fragmentCount > 0 && { fragments: fragments ?? Infinity }) };
  const there = {
    ...needed,
    ...(exports !== undefined && { exports }),
    ...(xattrs !== undefined && { attributes: xattrs }),
  };
  for (const [name, start] of Object.entries(there)) {
    if (start >= SUPERBLOCK_SIZE && start <= size) continue;
    throw new ImageError('table', `The table of ${name} is said to begin at byte ${start}, outside the image`);
  }
  if (inodes >= folders) throw new ImageError('table', 'The table of folders begins before that of inodes');
  return block;
}
