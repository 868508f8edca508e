import type { Compressor } from './compress/compressor.ts';
import { TableWriter } from './table-writer.ts';

export interface LookupBytes {
  /** Blocks, then the list of their places. */
  readonly bytes: readonly Uint8Array[];
  /** Position of the list, in bytes from the start of the image: the value for the superblock. */
  readonly start: number;
}

interface Records {
  readonly records: Iterable<Uint8Array>;
  /** Position of the table in the image. */
  readonly start: number;
  /** Header before the list of places. */
  readonly header?: Buffer;
}

/** A table of records of one size, which are found by their number. */
export async function lookupBytes(compressor: Compressor, { records, start, header }: Records): Promise<LookupBytes> {
  const table = new TableWriter();
  for (const record of records) table.write(record);
  await table.packAll(compressor);
  const blocks = table.packed;
  const size = blocks.reduce((sum, { length }) => sum + length, 0);
  const places = Buffer.alloc(table.starts.length * 8);
  for (const [at, block] of table.starts.entries()) places.writeBigUInt64LE(BigInt(start + block), at * 8);
  return { bytes: [...blocks, ...(header ? [header] : []), places], start: start + size };
}
