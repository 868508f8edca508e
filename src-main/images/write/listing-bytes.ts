import type { InodeReference } from '../squashfs/superblock.ts';
import { KIND_NUMBERS, type ListingIndex } from './inode-bytes.ts';
import type { NewEntry } from './new-entry.ts';
import type { TableWriter } from './table-writer.ts';

const HEADER = 12;
const ENTRY = 8;
/** Most entries behind a header, and how far their numbers may be from its own. */
const MAX_RUN = 256;
const MAX_DISTANCE = 0x7fff;

/** A name that is to be listed. */
export interface NameToList {
  readonly name: Buffer;
  readonly kind: NewEntry['kind'];
  readonly number: number;
  readonly inode: InodeReference;
}

export interface WrittenListing {
  readonly listing: InodeReference;
  readonly size: number;
  readonly index: readonly ListingIndex[];
}

/** Writes the listing of a folder, its entries in the order of their names. */
export async function writeListing(table: TableWriter, entries: readonly NameToList[]): Promise<WrittenListing> {
  const listing = table.place;
  const index: ListingIndex[] = [];
  let size = 0;
  let block = listing.block;
  for (const run of runsOf(entries)) {
    const place = table.place;
    // Who looks for a name goes straight to the block of the table in which it must be.
    if (place.block !== block) index.push({ position: size, block: place.block, name: run[0].name });
    block = place.block;
    const bytes = runBytes(run);
    await table.write(bytes);
    size += bytes.length;
  }
  return { listing, size, index };
}

type ListingRun = readonly [NameToList, ...NameToList[]];

/** Entries that can stand behind one header. */
function* runsOf(entries: readonly NameToList[]): Generator<ListingRun> {
  let run: [NameToList, ...NameToList[]] | undefined;
  for (const entry of entries) {
    if (run && run.length < MAX_RUN && fitsRun(run[0], entry)) run.push(entry);
    else {
      if (run) yield run;
      run = [entry];
    }
  }
  if (run) yield run;
}

function fitsRun(first: NameToList, { number, inode }: NameToList): boolean {
  return inode.block === first.inode.block && Math.abs(number - first.number) <= MAX_DISTANCE;
}

function runBytes(run: ListingRun): Buffer {
  const [first] = run;
  const bytes = Buffer.alloc(run.reduce((sum, { name }) => sum + ENTRY + name.length, HEADER));
  bytes.writeUInt32LE(run.length - 1, 0);
  bytes.writeUInt32LE(first.inode.block, 4);
  bytes.writeUInt32LE(first.number, 8);
  let at = HEADER;
  for (const { name, kind, number, inode } of run) {
    bytes.writeUInt16LE(inode.offset, at);
    bytes.writeInt16LE(number - first.number, at + 2);
    bytes.writeUInt16LE(KIND_NUMBERS[kind], at + 4);
    bytes.writeUInt16LE(name.length - 1, at + 6);
    name.copy(bytes, at + ENTRY);
    at += ENTRY + name.length;
  }
  return bytes;
}
