import { AppError } from '#core/app-error';
import { shownBytes } from '#core/files/path-bytes';
import type { InodeReference } from '../squashfs/superblock.ts';
import type { Compressor } from './compress/compressor.ts';
import { fileInode, folderInode, type InodeNumbers, linkInode, nodeInode } from './inode-bytes.ts';
import { type NameToList, writeListing } from './listing-bytes.ts';
import type { ContentSource, NewEntry, NewFileEntry, NewFolder, PlacedContent } from './new-entry.ts';
import { OwnerWriter } from './owner-writer.ts';
import { zeroedRecord } from './record.ts';
import { type BegunTable, type TablePlace, TableWriter } from './table-writer.ts';
import type { EntryNumbers, NumberedEntry, NumbersBefore } from './tree-numbers.ts';
import { XattrWriter } from './xattr-writer.ts';

/** Linux's own bound. */
const MAX_NAME = 255;
/** Multiplier of the upper half of a number of 64 bits. */
const UPPER = 2 ** 32;
/** Multiplier of a block in a number that names a place. */
const OFFSETS = 2 ** 16;

/** Tables that stand in an image, to which only what is new of a tree is added. */
export interface BegunTables extends NumbersBefore {
  readonly inodes: BegunTable;
  readonly folders: BegunTable;
  /** Users and groups, by their number. */
  readonly owners: readonly number[];
  /** Places of all inodes, by number. */
  readonly exports: Float64Array;
  /** Places of entries of the root that stay. */
  readonly places: ReadonlyMap<NewEntry, InodeReference>;
}

interface TreeOptions {
  readonly compressor: Compressor;
  readonly blockSize: number;
  readonly contents: ReadonlyMap<ContentSource, PlacedContent>;
  readonly numbers: EntryNumbers;
  readonly begun?: BegunTables | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Entries between two chances for others to work: about as many as fill a block, which is packed meanwhile. */
const BREATH = 256;

/** Folder whose inodes and listing are to be written. */
interface FolderToWrite {
  readonly folder: NewFolder;
  readonly number: number;
  readonly parent: number;
}

/** Writes the inodes and listings of a tree, each folder after what is in it. */
export class TreeTables {
  readonly inodes: TableWriter;
  readonly folders: TableWriter;
  readonly owners: OwnerWriter;
  readonly xattrs: XattrWriter;
  readonly #options: TreeOptions;
  /** Packing of the blocks in the order in which they were filled: each mentions only what is in blocks before it. */
  #packing: Promise<void> = Promise.resolve();
  /** Places of inodes that were written, by number: the block, and the offset. */
  readonly #blocks: Float64Array;
  readonly #offsets: Uint16Array;

  constructor(options: TreeOptions) {
    const { compressor, numbers, begun } = options;
    this.#options = options;
    this.inodes = this.#table(begun?.inodes, () => [this.inodes, this.folders]);
    this.folders = this.#table(begun?.folders, () => [this.folders, this.inodes]);
    this.owners = new OwnerWriter(begun?.owners);
    this.xattrs = new XattrWriter(compressor);
    this.#blocks = new Float64Array(numbers.count).fill(Number.NaN);
    this.#offsets = new Uint16Array(numbers.count);
  }

  /**
   * Writes and packs the tables. @throws what packing fails with, AppError for what no image can hold, the signal's
   * reason
   */
  async write(root: NewFolder): Promise<void> {
    const { signal } = this.#options;
    let breath = BREATH;
    for (const folder of this.#foldersInOrder(root)) {
      breath -= this.#writeFolder(folder);
      if (breath > 0) continue;
      breath = BREATH;
      await new Promise<void>((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    }
    this.inodes.end();
    this.folders.end();
    await this.#packing;
  }

  /** The position of the root's inode, once all is packed. */
  get root(): InodeReference {
    return this.#reference(this.#options.numbers.root - 1);
  }

  /** The position of each inode, by its number: records of eight bytes. */
  exports(): Buffer {
    const before = this.#options.begun?.exports;
    const { bytes, view } = zeroedRecord(this.#blocks.length * 8);
    for (let at = 0; at < this.#blocks.length; at++) {
      const value = Number.isNaN(this.#blocks[at]) ? (before?.[at] ?? 0) : placeNumber(this.#reference(at));
      view.setUint32(at * 8, value % UPPER, true);
      view.setUint32(at * 8 + 4, Math.floor(value / UPPER), true);
    }
    return bytes;
  }

  #table(begun: BegunTable | undefined, tables: () => readonly [filled: TableWriter, mentioned: TableWriter]) {
    const onFilled = () => {
      const [filled, mentioned] = tables();
      this.#packing = this.#packing.then(() => filled.packNext(this.#options.compressor, mentioned));
      // Told to whoever waits for the tables.
      this.#packing.catch(() => {});
    };
    return new TableWriter({ begun, onFilled });
  }

  #reference(at: number): InodeReference {
    return { block: this.inodes.startOf(this.#blocks[at] ?? 0), offset: this.#offsets[at] ?? 0 };
  }

  /** Folders that are to be written, each after those in it. */
  #foldersInOrder(root: NewFolder): readonly FolderToWrite[] {
    const { numbers, begun } = this.#options;
    // Linux wants a number that no inode has.
    const open: FolderToWrite[] = [{ folder: root, number: numbers.root, parent: numbers.count + 1 }];
    const found: FolderToWrite[] = [];
    for (let next = open.pop(); next; next = open.pop()) {
      found.push(next);
      for (const { entry, number } of numbers.childrenOf(next.folder)) {
        if (entry.kind !== 'dir' || begun?.places.has(entry)) continue;
        open.push({ folder: entry, number, parent: next.number });
      }
    }
    return found.reverse();
  }

  /** Writes the inodes of what is in a folder, its listing and its own inode. @returns the number of entries in it */
  #writeFolder({ folder, number, parent }: FolderToWrite): number {
    const children = this.#options.numbers.childrenOf(folder);
    let folders = 0;
    // Those of the folder itself stand together.
    for (const { entry, number: of } of children) {
      if (entry.kind === 'dir') folders++;
      else this.#writeLeaf(entry, of);
    }
    const listing = writeListing(
      this.folders,
      children.map((child) => this.#listed(child)),
    );
    const { bytes, mentions } = folderInode(folder, this.#numbersOf(folder, number), { ...listing, folders, parent });
    this.#setPlace(number);
    this.inodes.write(bytes, mentions);
    return children.length;
  }

  #listed({ name, entry, number }: NumberedEntry): NameToList {
    if (name.length === 0 || name.length > MAX_NAME) {
      throw new AppError('INVALID_INPUT', `An image cannot hold the name '${shownBytes(name.toString())}'`);
    }
    return { name, kind: entry.kind, number, inode: this.#placeOf(entry, number) };
  }

  #placeOf(entry: NewEntry, number: number): TablePlace {
    const before = this.#options.begun?.places.get(entry);
    if (before) return { block: this.inodes.blockAt(before.block), offset: before.offset };
    return { block: this.#blocks[number - 1] ?? 0, offset: this.#offsets[number - 1] ?? 0 };
  }

  #setPlace(number: number): void {
    const { block, offset } = this.inodes.place;
    this.#blocks[number - 1] = block;
    this.#offsets[number - 1] = offset;
  }

  /** Writes an inode, once whatever names it has. */
  #writeLeaf(entry: Exclude<NewEntry, NewFolder>, number: number): void {
    if (!Number.isNaN(this.#blocks[number - 1]) || this.#options.begun?.places.has(entry)) return;
    const bytes = this.#leafBytes(entry, this.#numbersOf(entry, number));
    this.#setPlace(number);
    this.inodes.write(bytes);
  }

  #leafBytes(entry: Exclude<NewEntry, NewFolder>, numbers: InodeNumbers): Buffer {
    if (entry.kind === 'file') return fileInode(entry, numbers, this.#contentOf(entry), this.#options.blockSize);
    return entry.kind === 'link' ? linkInode(entry, numbers) : nodeInode(entry, numbers);
  }

  #contentOf({ content }: NewFileEntry): PlacedContent {
    const placed = content.from === 'image' ? content.placed : this.#options.contents.get(content.source);
    if (placed) return placed;
    throw new Error('a file was not written');
  }

  #numbersOf(entry: NewEntry, number: number): InodeNumbers {
    return {
      number,
      names: this.#options.numbers.namesOf(entry),
      uid: this.owners.numberOf(entry.uid),
      gid: this.owners.numberOf(entry.gid),
      xattrs: this.xattrs.numberOf(entry.xattrs),
    };
  }
}

/** A place as the one number that images state; exact, since a table is smaller than 2 to the power of 37. */
function placeNumber({ block, offset }: InodeReference): number {
  return block * OFFSETS + offset;
}
