import { AppError } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import type { Compressor } from './compress/compressor.ts';
import { type LookupBytes, lookupBytes } from './lookup-writer.ts';
import type { NewXattr } from './new-entry.ts';
import { referenceValue } from './reference-value.ts';
import { type TablePlace, TableWriter } from './table-writer.ts';

/** Beginnings of names, by the number that stands for them. */
const PREFIXES = ['user.', 'trusted.', 'security.'];
const MAX_VALUE = 65_536;

/** Whether an image can hold the attribute. */
export function canHoldXattr({ name, value }: NewXattr): boolean {
  return PREFIXES.some((prefix) => name.startsWith(prefix) && name.length > prefix.length) && value.length <= MAX_VALUE;
}

/** A set of attributes that is written. */
interface AttributeSet {
  readonly place: TablePlace;
  /** Number of its attributes. */
  readonly count: number;
  /** Bytes that they take. */
  readonly size: number;
}

/** Sets of attributes, each written once. */
export class XattrWriter {
  readonly #compressor: Compressor;
  readonly #values = new TableWriter();
  readonly #sets: AttributeSet[] = [];
  readonly #known = new Map<string, number>();

  constructor(compressor: Compressor) {
    this.#compressor = compressor;
  }

  /** The number of the set; `undefined` for none. @throws AppError for an attribute that no image can hold */
  numberOf(xattrs: readonly NewXattr[]): number | undefined {
    if (xattrs.length === 0) return undefined;
    const bytes = Buffer.concat(xattrs.map(xattrBytes));
    const key = bytes.toString('latin1');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.#sets.length);
    this.#sets.push({ place: this.#values.place, count: xattrs.length, size: bytes.length });
    this.#values.write(bytes);
    return this.#sets.length - 1;
  }

  /** The table for that place in the image; `undefined` if there is no attribute. */
  async finish(start: number): Promise<LookupBytes | undefined> {
    if (this.#sets.length === 0) return undefined;
    await this.#values.packAll(this.#compressor);
    const values = this.#values.packed;
    const size = values.reduce((sum, { length }) => sum + length, 0);
    const header = Buffer.alloc(16);
    header.writeBigUInt64LE(BigInt(start), 0);
    header.writeUInt32LE(this.#sets.length, 8);
    const records = this.#sets.map((set) => this.#record(set));
    const sets = await lookupBytes(this.#compressor, { records, start: start + size, header });
    return { bytes: [...values, ...sets.bytes], start: sets.start };
  }

  #record({ place: { block, offset }, count, size }: AttributeSet): Buffer {
    const record = Buffer.alloc(16);
    record.writeBigUInt64LE(referenceValue({ block: this.#values.startOf(block), offset }), 0);
    record.writeUInt32LE(count, 8);
    record.writeUInt32LE(size, 12);
    return record;
  }
}

function xattrBytes({ name, value }: NewXattr): Buffer {
  const kind = PREFIXES.findIndex((prefix) => name.startsWith(prefix));
  const prefix = PREFIXES[kind];
  if (prefix === undefined || value.length > MAX_VALUE) {
    throw new AppError('INVALID_INPUT', `An image cannot hold the extended attribute ${name}`);
  }
  const rest = Buffer.from(pathToBytes(name.slice(prefix.length)));
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(rest.length, 2);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(value.length);
  return Buffer.concat([head, rest, size, value]);
}
