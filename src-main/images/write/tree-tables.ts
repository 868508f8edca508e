import { AppError } from '#core/app-error';
import { shownBytes } from '#core/path-bytes';
import type { InodeReference } from '../squashfs/superblock.ts';
import type { Compressor } from './compress/compressor.ts';
import { fileInode, folderInode, type InodeNumbers, linkInode, nodeInode } from './inode-bytes.ts';
import { type NameToList, writeListing } from './listing-bytes.ts';
import type { ContentSource, NewEntry, NewFileEntry, NewFolder, PlacedContent } from './new-entry.ts';
import { OwnerWriter } from './owner-writer.ts';
import { referenceValue } from './reference-value.ts';
import { type BegunTable, TableWriter } from './table-writer.ts';
import type { EntryNumbers, NamedEntry, NumbersBefore } from './tree-numbers.ts';
import { XattrWriter } from './xattr-writer.ts';

/** Linux's own bound. */
const MAX_NAME = 255;
/** Multiplier of the upper half of a number of 64 bits. */
const UPPER = 2 ** 32;

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

/** Writes the inodes and listings of a tree, each folder after what is in it. */
export class TreeTables {
  readonly inodes: TableWriter;
  readonly folders: TableWriter;
  readonly owners: OwnerWriter;
  readonly xattrs: XattrWriter;
  readonly #options: TreeOptions;
  /** Positions of entries that are there already, and of those with several names. */
  readonly #shared: Map<NewEntry, InodeReference>;
  readonly #exports: Float64Array;

  constructor(options: TreeOptions) {
    const { compressor, numbers, begun } = options;
    this.#options = options;
    this.inodes = new TableWriter(compressor, begun?.inodes);
    this.folders = new TableWriter(compressor, begun?.folders);
    this.owners = new OwnerWriter(begun?.owners);
    this.#shared = new Map(begun?.places);
    this.xattrs = new XattrWriter(compressor);
    this.#exports = new Float64Array(numbers.count);
    if (begun) this.#exports.set(begun.exports);
  }

  /**
   * Writes the tables and returns the position of the root's inode. @throws what packing fails with, AppError for what
   * no image can hold, the signal's reason
   */
  async write(root: NewFolder): Promise<InodeReference> {
    // Linux wants a number that no inode has.
    return await this.#writeFolder(root, this.#options.numbers.count + 1);
  }

  /** The position of each inode, by its number: records of eight bytes. */
  exports(): Buffer {
    const records = Buffer.alloc(this.#exports.length * 8);
    for (const [at, value] of this.#exports.entries()) {
      records.writeUInt32LE(value % UPPER, at * 8);
      records.writeUInt32LE(Math.floor(value / UPPER), at * 8 + 4);
    }
    return records;
  }

  async #writeFolder(folder: NewFolder, parent: number): Promise<InodeReference> {
    const there = this.#shared.get(folder);
    if (there) return there;
    this.#options.signal?.throwIfAborted();
    const { numberOf, childrenOf } = this.#options.numbers;
    const children = childrenOf(folder);
    const places = new Map<NewEntry, InodeReference>();
    // Those of the folder itself stand together.
    for (const { entry } of children) {
      if (entry.kind === 'dir') places.set(entry, await this.#writeFolder(entry, numberOf(folder)));
    }
    for (const { entry } of children) {
      if (entry.kind !== 'dir') places.set(entry, await this.#writeLeaf(entry));
    }
    const listed = children.map((child) => this.#listed(child, places.get(child.entry)));
    const listing = await writeListing(this.folders, listed);
    const folders = children.filter(({ entry }) => entry.kind === 'dir').length;
    const bytes = folderInode(folder, await this.#numbersOf(folder), { ...listing, folders, parent });
    return await this.#place(folder, bytes);
  }

  #listed({ name, entry }: NamedEntry, inode: InodeReference | undefined): NameToList {
    if (name.length === 0 || name.length > MAX_NAME || !inode) {
      throw new AppError('INVALID_INPUT', `An image cannot hold the name '${shownBytes(name.toString())}'`);
    }
    return { name, kind: entry.kind, number: this.#options.numbers.numberOf(entry), inode };
  }

  async #writeLeaf(entry: Exclude<NewEntry, NewFolder>): Promise<InodeReference> {
    const shared = this.#shared.get(entry);
    if (shared) return shared;
    const numbers = await this.#numbersOf(entry);
    const place = await this.#place(entry, this.#leafBytes(entry, numbers));
    if (numbers.names > 1) this.#shared.set(entry, place);
    return place;
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

  async #numbersOf(entry: NewEntry): Promise<InodeNumbers> {
    const { numbers } = this.#options;
    const { uid, gid, xattrs } = entry;
    return {
      number: numbers.numberOf(entry),
      names: numbers.namesOf(entry),
      uid: this.owners.numberOf(uid),
      gid: this.owners.numberOf(gid),
      xattrs: xattrs.length === 0 ? undefined : await this.xattrs.numberOf(xattrs),
    };
  }

  async #place(entry: NewEntry, bytes: Buffer): Promise<InodeReference> {
    const { place } = this.inodes;
    // Exact: a table is smaller than 2 to the power of 37.
    this.#exports[this.#options.numbers.numberOf(entry) - 1] = Number(referenceValue(place));
    await this.inodes.write(bytes);
    return place;
  }
}
