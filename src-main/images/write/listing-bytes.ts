import { KIND_NUMBERS, type ListingIndex } from './inode-bytes.ts';
import type { NewEntry } from './new-entry.ts';
import { zeroedRecord } from './record.ts';
import type { TablePlace, TableWriter } from './table-writer.ts';

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
  readonly inode: TablePlace;
}

export interface WrittenListing {
  readonly listing: TablePlace;
  readonly size: number;
  readonly index: readonly ListingIndex[];
}

/** Writes the listing of a folder, its entries in the order of their names. */
export function writeListing(table: TableWriter, entries: readonly NameToList[]): WrittenListing {
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
    table.write(bytes, [{ at: 4, block: run[0].inode.block }]);
    size += bytes.length;
  }
  return { listing, size, index };
}

type ListingRun = readonly [NameToList, ...NameToList[]];

/** Entries that can stand behind one header. */
function runsOf(entries: readonly NameToList[]): readonly ListingRun[] {
  const runs: [NameToList, ...NameToList[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run && run.length < MAX_RUN && fitsRun(run[0], entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function fitsRun(first: NameToList, { number, inode }: NameToList): boolean {
  return inode.block === first.inode.block && Math.abs(number - first.number) <= MAX_DISTANCE;
}

/** The header, in which the block of the inodes is left out, and the entries. */
function runBytes(run: ListingRun): Buffer {
  const [first] = run;
  let size = HEADER;
  for (const { name } of run) size += ENTRY + name.length;
  const { bytes, view } = zeroedRecord(size);
  view.setUint32(0, run.length - 1, true);
  view.setUint32(8, first.number, true);
  let at = HEADER;
  for (const { name, kind, number, inode } of run) {
    view.setUint16(at, inode.offset, true);
    view.setInt16(at + 2, number - first.number, true);
    view.setUint16(at + 4, KIND_NUMBERS[kind], true);
    view.setUint16(at + 6, name.length - 1, true);
    bytes.set(name, at + ENTRY);
    at += ENTRY + name.length;
  }
  return bytes;
}
