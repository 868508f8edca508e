import { ImageError } from '../image-error.ts';
import { METADATA_SIZE, type MetadataBlock, tableBlockAt, type Unpacker } from './metadata.ts';

const POINTER = 8;
const HEADER = 2;

/** Position and content of a table with records of one size, and of the pointers to its blocks. */
export interface LookupPlace {
  readonly name: string;
  /** Position of the pointers. */
  readonly start: number;
  readonly count: number;
  readonly recordSize: number;
  /** Position of the image's end. */
  readonly end: number;
}

/** A table of records by number, in blocks that a list of pointers names: owners, fragments, exports, attributes. */
export class LookupTable {
  readonly #unpacker: Unpacker;
  readonly #place: LookupPlace;
  readonly #blocks: readonly MetadataBlock[];
  /** Position of its first block; that of the pointers, if there is none. */
  readonly first: number;

  /** Judges the pointers. @throws ImageError `table` */
  constructor(unpacker: Unpacker, place: LookupPlace) {
    this.#unpacker = unpacker;
    this.#place = place;
    const blocks = Math.ceil((place.count * place.recordSize) / METADATA_SIZE);
    if (place.start + blocks * POINTER > place.end) throw this.#outside();
    const pointers = unpacker.source.read(place.start, blocks * POINTER);
    const found: MetadataBlock[] = [];
    for (let at = 0; at < blocks; at++) {
      const pointer = Number(pointers.readBigUInt64LE(at * POINTER));
      const before = found.at(-1)?.start;
      // Blocks follow each other, as the kernel wants it.
      const isNext = before === undefined || (pointer > before && pointer - before <= METADATA_SIZE + HEADER);
      const block = isNext ? tableBlockAt(unpacker.source, pointer, place.end) : undefined;
      if (!block) throw this.#outside();
      found.push(block);
    }
    this.#blocks = found;
    this.first = found[0]?.start ?? place.start;
  }

  get count(): number {
    return this.#place.count;
  }

  /**
   * The record of that number; not to be changed. @throws ImageError `table` if there is none, `data` where its block
   * is damaged
   */
  record(number: number): Buffer {
    const at = (number * this.#place.recordSize) % METADATA_SIZE;
    return this.#blockOf(number).subarray(at, at + this.#place.recordSize);
  }

  /** The first 32 bits of a record. @throws as `record` */
  word(number: number): number {
    return this.#blockOf(number).readUInt32LE((number * this.#place.recordSize) % METADATA_SIZE);
  }

  #blockOf(number: number): Buffer {
    const { recordSize, count } = this.#place;
    if (number >= count) throw this.#outside();
    return this.#block(Math.floor((number * recordSize) / METADATA_SIZE));
  }

  #block(index: number): Buffer {
    const { count, recordSize, name } = this.#place;
    const block = this.#blocks[index];
    if (!block) throw this.#outside();
    const bytes = this.#unpacker.metadata(block.start, block.size, block.isStored);
    const wanted = Math.min(METADATA_SIZE, count * recordSize - index * METADATA_SIZE);
    if (bytes.length >= wanted) return bytes;
    throw new ImageError('data', `The table of ${name} unpacks to less than it holds`);
  }

  #outside(): ImageError {
    return new ImageError('table', `Something in the image leads outside its table of ${this.#place.name}`);
  }
}
