import { ImageError } from '../image-error.ts';
import type { FolderPlace } from './inode.ts';
import type { MetadataTable, TableReader } from './metadata.ts';
import type { InodeReference } from './superblock.ts';

/** A listing is three bytes shorter than its size says. */
const SIZE_EXTRA = 3;
const HEADER = 12;
const ENTRY = 8;
const MAX_ENTRIES = 256;
const MAX_NAME = 256;
const KINDS = 7;

/** A name in a folder, and where what it names stands. */
export interface ListedName {
  /** Bytes; whatever the image has, `..` and `/` too. */
  readonly name: Buffer;
  readonly inode: InodeReference;
}

/** The names in a folder, in the order of the image. @throws ImageError `table` where the listing leads outside or is not of its form */
export function* readListing(table: MetadataTable, { block, offset, size }: FolderPlace): Generator<ListedName> {
  if (size <= SIZE_EXTRA) return;
  const reader = table.read(block, offset);
  let left = size - SIZE_EXTRA;
  if (!reader.canHold(left)) throw table.outside();
  while (left > 0) {
    if (left < HEADER) throw badListing();
    const header = reader.bytes(HEADER);
    const count = header.readUInt32LE(0) + 1;
    const inodeBlock = header.readUInt32LE(4);
    if (count > MAX_ENTRIES) throw badListing();
    left -= HEADER;
    for (let at = 0; at < count; at++) {
      const entry = readEntry(reader, left);
      left -= ENTRY + entry.name.length;
      yield { name: entry.name, inode: { block: inodeBlock, offset: entry.offset } };
    }
  }
}

function readEntry(reader: TableReader, left: number): { readonly name: Buffer; readonly offset: number } {
  if (left < ENTRY) throw badListing();
  const { block, at } = reader.place(ENTRY);
  const kind = block.readUInt16LE(at + 4);
  const length = block.readUInt16LE(at + 6) + 1;
  if (kind === 0 || kind > KINDS || length > MAX_NAME || ENTRY + length > left) throw badListing();
  const offset = block.readUInt16LE(at);
  return { name: reader.bytes(length), offset };
}

function badListing(): ImageError {
  return new ImageError('table', 'A folder of the image lists more than it has, or what cannot be');
}
