import { ImageError } from '../image-error.ts';
import type { ByteSource } from './byte-source.ts';
import type { Unpack } from './codecs/unpack.ts';
import type { DataBlock } from './data-block.ts';

/** Most bytes that a block of a table unpacks to; all but the last of a table have just so many. */
export const METADATA_SIZE = 8192;
const HEADER = 2;
const STORED = 0x8000;
/** Unpacked blocks that are kept: 32 MiB. */
const KEPT_BLOCKS = 4096;

/** Unpacked blocks of data shared by several files that are kept: the last ones, 1 MiB of blocks of 256 KiB. */
export const KEPT_SHARED = 4;

/** Unpacks blocks of an image, with a bound, and says of which class a failure is. */
export class Unpacker {
  readonly source: ByteSource;
  readonly #unpack: Unpack;
  readonly #kept = new Map<number, Buffer>();
  readonly #keptShared = new Map<number, Omit<DataBlock, 'length'> & { readonly bytes: Buffer }>();

  constructor(source: ByteSource, unpack: Unpack) {
    this.source = source;
    this.#unpack = unpack;
  }

  /** @throws ImageError `data` where the block is damaged or would come to more than `most` bytes */
  unpack(packed: Buffer, most: number): Buffer {
    try {
      const bytes = this.#unpack(packed, most);
      if (bytes.length <= most) return bytes;
    } catch {
      // Whatever a codec says of a damaged block, what matters is that it is one.
    }
    throw new ImageError('data', 'A block of the image is damaged: it cannot be unpacked');
  }

  /** A block of data that files share, which is asked for once for each; not to be changed. */
  shared({ start, size, isStored }: DataBlock, unpack: () => Buffer): Buffer {
    const kept = this.#keptShared.get(start);
    // An odd image has several that begin at one place.
    if (kept && kept.size === size && kept.isStored === isStored) return kept.bytes;
    const bytes = unpack();
    if (!kept && this.#keptShared.size >= KEPT_SHARED)
      this.#keptShared.delete(this.#keptShared.keys().next().value as number);
    this.#keptShared.set(start, { start, size, isStored, bytes });
    return bytes;
  }

  /** The block of a table whose header stands at `start`; the last ones stay in memory. */
  metadata(start: number, size: number, isStored: boolean): Buffer {
    const kept = this.#kept.get(start);
    if (kept) return kept;
    const packed = this.source.read(start + HEADER, size);
    const bytes = isStored ? packed : this.unpack(packed, METADATA_SIZE);
    if (this.#kept.size >= KEPT_BLOCKS) this.#kept.delete(this.#kept.keys().next().value as number);
    this.#kept.set(start, bytes);
    return bytes;
  }
}

/** A block of a table: the place of its header, the bytes behind it, and whether they are packed. */
export interface MetadataBlock {
  readonly start: number;
  readonly size: number;
  readonly isStored: boolean;
}

/** The block whose header stands at `start`; `undefined` if none can, before `end`. */
export function tableBlockAt(source: ByteSource, start: number, end: number): MetadataBlock | undefined {
  if (start + HEADER > end) return undefined;
  const header = source.read(start, HEADER).readUInt16LE(0);
  const size = header & (STORED - 1);
  const isSound = size > 0 && size <= METADATA_SIZE && start + HEADER + size <= end;
  return isSound ? { start, size, isStored: (header & STORED) !== 0 } : undefined;
}

/** The blocks of a table that follow each other from `start`. Only their headers are read, once. */
export class MetadataTable {
  readonly name: string;
  readonly #unpacker: Unpacker;
  readonly #start: number;
  readonly #blocks: readonly MetadataBlock[];
  readonly #byStart = new Map<number, number>();

  constructor(name: string, unpacker: Unpacker, { start, end }: { readonly start: number; readonly end: number }) {
    this.name = name;
    this.#unpacker = unpacker;
    this.#start = start;
    const blocks: MetadataBlock[] = [];
    for (
      let at = tableBlockAt(unpacker.source, start, end);
      at;
      at = tableBlockAt(unpacker.source, at.start + HEADER + at.size, end)
    ) {
      this.#byStart.set(at.start, blocks.length);
      blocks.push(at);
    }
    this.#blocks = blocks;
  }

  /** Most bytes that the table can hold. */
  get capacity(): number {
    return this.#blocks.length * METADATA_SIZE;
  }

  /** The full blocks as they are packed, with their headers, and the rest unpacked; undefined for an empty table. */
  packed(): { readonly blocks: Buffer; readonly open: Buffer } | undefined {
    const last = this.#blocks.at(-1);
    if (!last) return undefined;
    const bytes = this.block(this.#blocks.length - 1);
    const isFull = bytes.length === METADATA_SIZE;
    const end = isFull ? last.start + HEADER + last.size : last.start;
    const blocks = this.#unpacker.source.read(this.#start, end - this.#start);
    return { blocks, open: isFull ? Buffer.alloc(0) : bytes };
  }

  /** Begins to read at a place that the image names. @throws ImageError `table` if there is none */
  read(block: number, offset: number): TableReader {
    const index = this.#byStart.get(this.#start + block);
    if (index === undefined || offset >= METADATA_SIZE) throw this.outside();
    return new TableReader(this, index, offset);
  }

  /** Bytes from there on, at most. */
  capacityFrom(index: number, offset: number): number {
    return (this.#blocks.length - index) * METADATA_SIZE - offset;
  }

  block(index: number): Buffer {
    const block = this.#blocks[index];
    if (!block) throw this.outside();
    const bytes = this.#unpacker.metadata(block.start, block.size, block.isStored);
    const isLast = index === this.#blocks.length - 1;
    if (isLast || bytes.length === METADATA_SIZE) return bytes;
    throw new ImageError(
      'data',
      `A block of the table of ${this.name} unpacks to ${bytes.length} bytes of ${METADATA_SIZE}`,
    );
  }

  outside(): ImageError {
    return new ImageError('table', `Something in the image leads outside its table of ${this.name}`);
  }
}

/** Bytes in a block, from an offset on; not to be changed. */
export interface BytePlace {
  readonly block: Buffer;
  readonly at: number;
}

/** Reads on from a place in a table, over the ends of its blocks. */
export class TableReader {
  readonly #table: MetadataTable;
  #index: number;
  #offset: number;

  constructor(table: MetadataTable, index: number, offset: number) {
    this.#table = table;
    this.#index = index;
    this.#offset = offset;
  }

  /** The next bytes; not to be changed. @throws ImageError `table` where they lead outside */
  bytes(count: number): Buffer {
    const { block, at } = this.place(count);
    return block.subarray(at, at + count);
  }

  /** The next bytes as a place in a larger block, which is cheaper than a buffer of their own. @throws as `bytes` */
  place(count: number): BytePlace {
    if (count > this.#table.capacityFrom(this.#index, this.#offset)) throw this.#table.outside();
    const block = this.#table.block(this.#index);
    const at = this.#offset;
    if (at + count > block.length) return { block: this.#joined(block, count), at: 0 };
    this.#offset += count;
    return { block, at };
  }

  #joined(first: Buffer, count: number): Buffer {
    const pieces: Buffer[] = [];
    let block = first;
    for (let left = count; ; block = this.#table.block(this.#index)) {
      const piece = block.subarray(this.#offset, this.#offset + left);
      pieces.push(piece);
      left -= piece.length;
      this.#offset += piece.length;
      if (left === 0) return Buffer.concat(pieces, count);
      this.#index++;
      this.#offset = 0;
    }
  }

  /** A second reader from here. */
  copy(): TableReader {
    return new TableReader(this.#table, this.#index, this.#offset);
  }

  /** Whether so many bytes can follow. */
  canHold(count: number): boolean {
    return count <= this.#table.capacityFrom(this.#index, this.#offset);
  }
}
