import { ImageError } from '../image-error.ts';
import type { DataBlock } from './data-block.ts';
import type { FileContent } from './inode.ts';
import type { Squashfs } from './open-squashfs.ts';

const STORED = 1 << 24;

/** The blocks of a file before its tail. @throws ImageError `table` where one is too large or leads outside the image */
export function* wholeBlocks({ superblock }: Squashfs, file: FileContent): Generator<DataBlock> {
  const words = file.words.copy();
  let start = file.start;
  for (let at = 0; at < file.blockCount; at++) {
    const length = Math.min(superblock.blockSize, file.size - at * superblock.blockSize);
    const { size, isStored } = blockSizeOf(words.bytes(4).readUInt32LE(0), superblock.blockSize);
    if (size > 0 && start + size > superblock.size) throw outsideData();
    yield { start, size, isStored, length };
    start += size;
  }
}

/** The fragment in which the tail of a file lies, and where in it. @throws ImageError `table` */
export function tailOf(
  image: Squashfs,
  file: FileContent,
): { block: DataBlock; from: number; length: number } | undefined {
  const { blockSize } = image.superblock;
  if (!file.fragment) return undefined;
  const { number, offset } = file.fragment;
  const block = fragmentAt(image, number);
  const length = file.size % blockSize;
  if (offset + length > blockSize) throw outsideData();
  return length === 0 ? undefined : { block, from: offset, length };
}

/** The block of a fragment; its length is the most that it may come to. @throws ImageError `table` */
export function fragmentAt({ fragments, recentFragments, superblock }: Squashfs, number: number): DataBlock {
  const recent = recentFragments.at(number);
  if (recent) return recent;
  const record = fragments.record(number);
  const start = Number(record.readBigUInt64LE(0));
  const { size, isStored } = blockSizeOf(record.readUInt32LE(8), superblock.blockSize);
  if (start + size > superblock.size) throw outsideData();
  return recentFragments.keep(number, { start, size, isStored, length: superblock.blockSize });
}

/** A run of bytes of a file, in a block of its own or in one that it shares with others. */
export interface FilePiece {
  readonly block: DataBlock;
  readonly isShared: boolean;
  /** Where it begins in the unpacked block. */
  readonly from: number;
  readonly length: number;
}

/** The pieces of a file, in order. @throws ImageError `table` */
export function piecesOf(image: Squashfs, file: FileContent): Iterable<FilePiece> {
  // Most files have no block of their own.
  if (file.blockCount > 0) return piecesWithBlocks(image, file);
  const tail = sharedPiece(image, file);
  return tail ? [tail] : [];
}

function* piecesWithBlocks(image: Squashfs, file: FileContent): Generator<FilePiece> {
  for (const block of wholeBlocks(image, file)) yield { block, isShared: false, from: 0, length: block.length };
  const tail = sharedPiece(image, file);
  if (tail) yield tail;
}

function sharedPiece(image: Squashfs, file: FileContent): FilePiece | undefined {
  const tail = tailOf(image, file);
  return tail && { block: tail.block, isShared: true, from: tail.from, length: tail.length };
}

/**
 * The unpacked block in which a piece lies, from its `from` on; that of a hole is zeros.
 *
 * @param unpacked the same, where it is unpacked already
 * @throws ImageError `data`
 */
export function pieceBlock(image: Squashfs, { block, isShared, from, length }: FilePiece, unpacked?: Buffer): Buffer {
  if (isShared) return readFragment(image, { block, least: from + length, unpacked });
  return block.size === 0 ? Buffer.alloc(length) : readBlock(image, block, unpacked);
}

/** The contents of a file, piece by piece. @throws ImageError `table`, `data` */
export function* fileContents(image: Squashfs, file: FileContent): Generator<Buffer> {
  for (const piece of piecesOf(image, file)) {
    yield pieceBlock(image, piece).subarray(piece.from, piece.from + piece.length);
  }
}

/** The bytes of a block that is no hole, of just its length. @throws ImageError `data` */
export function readBlock(image: Squashfs, block: DataBlock, unpacked = unpack(image, block)): Buffer {
  if (unpacked.length === block.length) return unpacked;
  throw new ImageError('data', `A block of a file comes to ${unpacked.length} bytes instead of ${block.length}`);
}

interface Fragment {
  readonly block: DataBlock;
  /** Bytes that it has at least. */
  readonly least: number;
  readonly unpacked?: Buffer | undefined;
}

/** @throws ImageError `data` */
export function readFragment(image: Squashfs, { block, least, unpacked }: Fragment): Buffer {
  const bytes = image.unpacker.shared(block, () => unpacked ?? unpack(image, block));
  if (bytes.length >= least) return bytes;
  throw new ImageError('data', 'The end of a file is missing in the block that it shares with others');
}

function unpack({ unpacker }: Squashfs, { start, size, isStored, length }: DataBlock): Buffer {
  const bytes = unpacker.source.read(start, size);
  return isStored ? bytes : unpacker.unpack(bytes, length);
}

function blockSizeOf(word: number, blockSize: number): { readonly size: number; readonly isStored: boolean } {
  const size = word >= STORED ? word - STORED : word;
  if (size > blockSize) throw new ImageError('table', `A block of data is said to be ${size} bytes long`);
  return { size, isStored: word >= STORED };
}

function outsideData(): ImageError {
  return new ImageError('table', 'A block of data leads outside the image');
}
