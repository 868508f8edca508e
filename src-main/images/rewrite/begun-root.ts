import { pathFromBytes } from '#core/files/path-bytes';
import type { OpenImage } from '../read/open-image.ts';
import { entriesInFolder, type ImageEntry } from '../read/walk-entries.ts';
import type { LookupTable } from '../squashfs/lookup-table.ts';
import { ownerAt, type Squashfs } from '../squashfs/open-squashfs.ts';
import type { InodeReference } from '../squashfs/superblock.ts';
import type { NewEntry, NewFolder } from '../write/new-entry.ts';
import type { BegunTables } from '../write/tree-tables.ts';
import type { KeptEntries } from './kept-entries.ts';

const MANIFEST = 'manifest.json';
/** The form of a file with one name. */
const SHORT_FILE = 2;
const INODE_HEAD = 16;
/** Multiplier of the upper half of a number of 64 bits. */
const UPPER = 2 ** 32;

/** A root to which layers are added, and the tables that have all the rest. */
export interface BegunRoot {
  readonly root: NewFolder;
  readonly begun: BegunTables;
}

interface AddedEntries {
  readonly open: OpenImage;
  readonly kept: KeptEntries;
  readonly manifest: NewEntry;
  /** Folders of layers that are new, by UUID. */
  readonly layers: ReadonlyMap<string, NewFolder>;
}

/**
 * The root of an image with another manifest and more layers. What stands in it is named by its place: its inodes and listings
 * stay in the tables as they are packed. `undefined` for an image that such tables cannot be made of; ours all can.
 *
 * @throws ImageError `table`, `data`
 */
export function begunRoot({ open, kept, manifest, layers }: AddedEntries): BegunRoot | undefined {
  const { image } = open;
  const tables = begunTables(image);
  const stays = tables && keptChildren(open, kept, manifest);
  if (!stays) return undefined;
  const root = inodeHead(image, open.root).number;
  if (!stays.children.has(MANIFEST) || !areNumbers([root, ...stays.numbers.values()], image)) return undefined;
  for (const [uuid, folder] of layers) {
    if (stays.children.has(uuid)) return undefined;
    stays.children.set(uuid, folder);
  }
  const { children, numbers, places } = stays;
  const begun = { ...tables, count: image.superblock.inodeCount, root, numbers, places };
  return { root: { ...kept.bareFolder(open.root), children }, begun };
}

/** The tables of an image; `undefined` where nothing can be added to them. */
function begunTables(image: Squashfs): Pick<BegunTables, 'inodes' | 'folders' | 'owners' | 'exports'> | undefined {
  const inodes = image.inodes.packed();
  const folders = image.folders.packed();
  const owners = ownersOf(image);
  // A set of attributes would have to be written where those of the image are numbered.
  if (image.xattrs || !image.exports || !inodes || !folders || !owners) return undefined;
  return { inodes, folders, owners, exports: exportsOf(image.exports) };
}

interface KeptChildren {
  readonly children: Map<string, NewEntry>;
  readonly numbers: Map<NewEntry, number>;
  readonly places: Map<NewEntry, InodeReference>;
}

/** Entries of the root, with another manifest; `undefined` if that is no file with one name. */
function keptChildren({ image, root }: OpenImage, kept: KeptEntries, manifest: NewEntry): KeptChildren | undefined {
  const found: KeptChildren = { children: new Map(), numbers: new Map(), places: new Map() };
  for (const child of entriesInFolder(image, root)) {
    const name = pathFromBytes(child.path);
    const { form, number } = inodeHead(image, child);
    const isManifest = name === MANIFEST;
    if (isManifest && form !== SHORT_FILE) return undefined;
    const entry = isManifest ? manifest : keptEntry(kept, child);
    found.children.set(name, entry);
    found.numbers.set(entry, number);
    if (!isManifest) found.places.set(entry, placeOf(child));
  }
  return found;
}

/** Whether each number is one of the image, and none is there twice. */
function areNumbers(numbers: readonly number[], { superblock }: Squashfs): boolean {
  const isInside = numbers.every((number) => number > 0 && number <= superblock.inodeCount);
  return isInside && new Set(numbers).size === numbers.length;
}

/** The entry; of a folder nothing is listed, since it is not written again. */
function keptEntry(kept: KeptEntries, child: ImageEntry): NewEntry {
  return child.inode.kind === 'dir' ? kept.bareFolder(child) : kept.entry(child);
}

function placeOf({ key }: ImageEntry): InodeReference {
  return { block: Math.floor(key / 65_536), offset: key % 65_536 };
}

function inodeHead({ inodes }: Squashfs, entry: ImageEntry): { readonly form: number; readonly number: number } {
  const { block, offset } = placeOf(entry);
  const bytes = inodes.read(block, offset).bytes(INODE_HEAD);
  return { form: bytes.readUInt16LE(0), number: bytes.readUInt32LE(12) };
}

/** Users and groups by number; `undefined` where one has two numbers. */
function ownersOf(image: Squashfs): readonly number[] | undefined {
  const owners = Array.from({ length: image.owners.count }, (_, number) => ownerAt(image, number));
  return new Set(owners).size === owners.length ? owners : undefined;
}

function exportsOf(exports: LookupTable): Float64Array {
  return Float64Array.from({ length: exports.count }, (_, number) => {
    const record = exports.record(number);
    return record.readUInt32LE(0) + record.readUInt32LE(4) * UPPER;
  });
}
