import { pathFromBytes } from '#core/files/path-bytes';
import { ImageError } from '../image-error.ts';
import { LookupTable } from './lookup-table.ts';
import { MetadataTable, type TableReader, type Unpacker } from './metadata.ts';
import { type InodeReference, referenceAt } from './superblock.ts';

const PREFIXES = ['user.', 'trusted.', 'security.'];
/** The value stands elsewhere, and is shared. */
const ELSEWHERE = 0x100;
const RECORD = 16;
const HEADER = 16;
/** Linux takes no longer value, and no more bytes of names on one file. */
const MAX_VALUE = 65_536;
const MAX_COUNT = 65_536;

export interface Xattr {
  readonly name: string;
  readonly value: Buffer;
  /** Bytes that it takes in its table. */
  readonly size: number;
}

/** A set of attributes that inodes name by its number. */
export interface XattrSet extends InodeReference {
  readonly count: number;
}

/** The attributes of an image. */
export class XattrTable {
  readonly #sets: LookupTable;
  readonly #values: MetadataTable;
  readonly #first: number;

  /** @throws ImageError `table` where it leads outside the image */
  constructor(unpacker: Unpacker, start: number, end: number) {
    if (start + HEADER > end) throw outsideXattrs();
    const header = unpacker.source.read(start, HEADER);
    const first = Number(header.readBigUInt64LE(0));
    const place = { name: 'attributes', start: start + HEADER, count: header.readUInt32LE(8), recordSize: RECORD, end };
    this.#sets = new LookupTable(unpacker, place);
    if (first > start) throw outsideXattrs();
    this.#first = first;
    this.#values = new MetadataTable('attributes', unpacker, { start: first, end: Math.min(this.#sets.first, start) });
  }

  /** Position of its first byte. */
  get first(): number {
    return Math.min(this.#first, this.#sets.first);
  }

  get count(): number {
    return this.#sets.count;
  }

  get capacity(): number {
    return this.#values.capacity;
  }

  set(number: number): XattrSet {
    const record = this.#sets.record(number);
    const count = record.readUInt32LE(8);
    if (count > MAX_COUNT) throw outsideXattrs();
    return { ...referenceAt(record, 0), count };
  }

  outside(): ImageError {
    return outsideXattrs();
  }

  /** @throws ImageError `table`, `data` */
  *read({ block, offset, count }: XattrSet): Generator<Xattr> {
    if (count === 0) return;
    const reader = this.#values.read(block, offset);
    const names = new Set<string>();
    for (let at = 0; at < count; at++) {
      const key = reader.bytes(4);
      const kind = key.readUInt16LE(0);
      const prefix = PREFIXES[kind & 0xff];
      if (prefix === undefined || kind > (ELSEWHERE | 0xff))
        throw new ImageError('table', `The image has an attribute of the unknown kind ${kind}`);
      const name = prefix + pathFromBytes(reader.bytes(key.readUInt16LE(2)));
      // Which of the two counts is not the same for all who read it.
      if (names.has(name)) throw new ImageError('table', `The image has the attribute ${name} twice in one set`);
      names.add(name);
      const value = valueAt(reader);
      const size = key.length + name.length + 4 + value.length;
      yield { name, value: kind & ELSEWHERE ? this.#elsewhere(value) : value, size };
    }
  }

  #elsewhere(place: Buffer): Buffer {
    if (place.length !== 8) throw outsideXattrs();
    const { block, offset } = referenceAt(place, 0);
    return valueAt(this.#values.read(block, offset));
  }
}

function valueAt(reader: TableReader): Buffer {
  const size = reader.bytes(4).readUInt32LE(0);
  if (size > MAX_VALUE) throw outsideXattrs();
  return reader.bytes(size);
}

function outsideXattrs(): ImageError {
  return new ImageError('table', 'Something in the image leads outside its table of attributes');
}
