import { pathToBytes } from '#core/files/path-bytes';
import type { NewEntry, NewFileEntry, NewFolder } from './new-entry.ts';

export interface EntryNumbers {
  /** Inodes in all. */
  readonly count: number;
  readonly root: number;
  /** Number of its names. */
  namesOf(entry: NewEntry): number;
  /** Entries of a folder of the tree, in the order in which images list them. */
  childrenOf(folder: NewFolder): readonly NumberedEntry[];
}

/** Numbers that some entries of a tree have before it is written. */
export interface NumbersBefore {
  /** Inodes that are numbered, from 1. */
  readonly count: number;
  readonly root: number;
  /** Numbers of entries in the root; each has one name. */
  readonly numbers: ReadonlyMap<NewEntry, number>;
}

export interface NumberedEntry {
  readonly name: Buffer;
  readonly entry: NewEntry;
  readonly number: number;
}

/** Numbers each entry of a tree, from 1 or behind those that have one; those of a folder follow each other. */
export function numberEntries(root: NewFolder, before?: NumbersBefore): EntryNumbers {
  return new TreeNumbering(root, before);
}

class TreeNumbering implements EntryNumbers {
  readonly root: number;
  readonly #before: NumbersBefore['numbers'] | undefined;
  readonly #numbers: Map<NewEntry, number>;
  readonly #listed = new Map<NewFolder, readonly NumberedEntry[]>();
  /** Entries with more than one name. */
  readonly #names = new Map<NewEntry, number>();
  #count: number;

  constructor(root: NewFolder, before: NumbersBefore | undefined) {
    this.root = before?.root ?? 1;
    this.#before = before?.numbers;
    this.#numbers = new Map<NewEntry, number>([[root, this.root], ...(before?.numbers ?? [])]);
    this.#count = before?.count ?? 1;
    const open = [root];
    for (let folder = open.pop(); folder; folder = open.pop()) {
      const children = sortedChildren(folder).map((child) => this.#numbered(child));
      this.#listed.set(folder, children);
      for (const { entry } of children) if (entry.kind === 'dir' && !this.#before?.has(entry)) open.push(entry);
    }
  }

  get count(): number {
    return this.#count;
  }

  namesOf(entry: NewEntry): number {
    return this.#names.get(entry) ?? 1;
  }

  childrenOf(folder: NewFolder): readonly NumberedEntry[] {
    return this.#listed.get(folder) ?? [];
  }

  #numbered([text, entry]: NamedEntry): NumberedEntry {
    const name = Buffer.from(pathToBytes(text));
    const known = this.#numbers.get(entry);
    if (known === undefined) {
      this.#numbers.set(entry, ++this.#count);
      return { name, entry, number: this.#count };
    }
    if (!this.#before?.has(entry)) this.#names.set(entry, this.namesOf(entry) + 1);
    return { name, entry, number: known };
  }
}

type NamedEntry = readonly [name: string, entry: NewEntry];

/** Characters by whose code units the order is another one than by their bytes. */
const ODD_ORDER = /[\ud800-\uffff]/;

/** Lists the entries of a folder in the byte order of their names, as images list them. */
function sortedChildren(folder: NewFolder): readonly NamedEntry[] {
  const children = [...folder.children];
  const isOdd = children.some(([name]) => ODD_ORDER.test(name));
  return children.sort(isOdd ? compareBytes : compareUnits);
}

function compareUnits([one]: NamedEntry, [other]: NamedEntry): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function compareBytes([one]: NamedEntry, [other]: NamedEntry): number {
  return Buffer.compare(Buffer.from(pathToBytes(one)), Buffer.from(pathToBytes(other)));
}

/** Every file of a tree, in no order; once for each of its names. */
export function* someFilesOf(root: NewFolder): Generator<NewFileEntry> {
  const open = [root];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    for (const entry of folder.children.values()) {
      if (entry.kind === 'file') yield entry;
      else if (entry.kind === 'dir') open.push(entry);
    }
  }
}

/** Every file of a tree once, those of a folder before those in its folders. */
export function filesInTree(root: NewFolder): readonly NewFileEntry[] {
  const files = new Set<NewFileEntry>();
  const open = [root];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const folders: NewFolder[] = [];
    for (const [, entry] of sortedChildren(folder)) {
      if (entry.kind === 'file') files.add(entry);
      else if (entry.kind === 'dir') folders.push(entry);
    }
    for (const inner of folders.reverse()) open.push(inner);
  }
  return [...files];
}
