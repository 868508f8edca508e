import { ImageError } from '../image-error.ts';
import type { ByteSource } from './byte-source.ts';
import { loadCodec } from './codecs/codec.ts';
import { RecentFragments } from './data-block.ts';
import { type ListedName, readListing } from './folder-listing.ts';
import { type Inode, readInode } from './inode.ts';
import { KnownInodes } from './known-inodes.ts';
import { LookupTable } from './lookup-table.ts';
import { MetadataTable, Unpacker } from './metadata.ts';
import { type InodeReference, readSuperblock, type Superblock } from './superblock.ts';
import { XattrTable } from './xattrs.ts';

const OWNER = 4;
const EXPORT = 8;
const FRAGMENT = 16;

/** Image whose tables can be read. Their content is not trusted before it was checked: see `check/`. */
export interface Squashfs {
  readonly superblock: Superblock;
  readonly unpacker: Unpacker;
  readonly inodes: MetadataTable;
  readonly folders: MetadataTable;
  readonly owners: LookupTable;
  readonly fragments: LookupTable;
  readonly recentFragments: RecentFragments;
  readonly exports: LookupTable | undefined;
  readonly xattrs: XattrTable | undefined;
  /** Inodes that were read: most operations walk all of an image several times. */
  readonly known: KnownInodes;
}

/** Opens an image; only its tables' pointers are read. @throws ImageError not-squashfs, truncated, codec or table */
export async function openSquashfs(source: ByteSource): Promise<Squashfs> {
  const superblock = readSuperblock(source);
  const unpacker = new Unpacker(source, await loadCodec(superblock.codec));
  const { size: end, inodeCount, idCount, fragmentCount, inodes, folders } = superblock;
  const lookup = (name: string, start: number, counted: { readonly count: number; readonly recordSize: number }) =>
    new LookupTable(unpacker, { name, start, ...counted, end });
  const owners = lookup('owners', superblock.ids, { count: idCount, recordSize: OWNER });
  const fragments = lookup('fragments', superblock.fragments ?? end, { count: fragmentCount, recordSize: FRAGMENT });
  const exports =
    superblock.exports === undefined
      ? undefined
      : lookup('exports', superblock.exports, { count: inodeCount, recordSize: EXPORT });
  const xattrs = superblock.xattrs === undefined ? undefined : new XattrTable(unpacker, superblock.xattrs, end);
  const starts = [owners.first, fragments.first, exports?.first, xattrs?.first, superblock.fragments, end];
  const behind = starts.filter((start): start is number => start !== undefined && start >= folders);
  return {
    superblock,
    unpacker,
    owners,
    fragments,
    exports,
    xattrs,
    known: new KnownInodes(),
    recentFragments: new RecentFragments(),
    inodes: new MetadataTable('inodes', unpacker, { start: inodes, end: folders }),
    folders: new MetadataTable('folders', unpacker, { start: folders, end: Math.min(...behind) }),
  };
}

/** @throws ImageError `table`, `data` */
export function inodeAt({ inodes, superblock, known }: Squashfs, { block, offset }: InodeReference): Inode {
  const there = known.at(block, offset);
  if (there) return there;
  const inode = readInode(inodes.read(block, offset), superblock.blockSize);
  known.keep(block, offset, inode);
  return inode;
}

/** The names in a folder. @throws ImageError `table`, `data` */
export function imageNamesIn({ folders }: Squashfs, { folder }: Inode): Iterable<ListedName> {
  return folder ? readListing(folders, folder) : [];
}

/** The root folder. @throws ImageError `table` where it is none */
export function rootOf(image: Squashfs): Inode {
  const root = inodeAt(image, image.superblock.root);
  if (root.kind === 'dir') return root;
  throw new ImageError('table', 'The root of the image is no folder');
}

/** The user or group of that number. @throws ImageError `table` */
export function ownerAt({ owners }: Squashfs, number: number): number {
  return owners.word(number);
}
