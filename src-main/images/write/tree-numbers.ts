import { pathToBytes } from '#core/path-bytes';
import type { NewEntry, NewFileEntry, NewFolder } from './new-entry.ts';

export interface EntryNumbers {
  /** Inodes in all. */
  readonly count: number;
  numberOf(entry: NewEntry): number;
  /** Number of its names. */
  namesOf(entry: NewEntry): number;
  /** Entries of a folder of the tree, as `sortedEntries` orders them. */
  childrenOf(folder: NewFolder): readonly NamedEntry[];
}

/** Numbers that some entries of a tree have before it is written. */
export interface NumbersBefore {
  /** Inodes that are numbered, from 1. */
  readonly count: number;
  readonly root: number;
  /** Numbers of entries in the root; each has one name. */
  readonly numbers: ReadonlyMap<NewEntry, number>;
}

/** Numbers each entry of a tree, from 1 or behind those that have one; those of a folder follow each other. */
export function numberEntries(root: NewFolder, before?: NumbersBefore): EntryNumbers {
  const numbers = new Map<NewEntry, number>([[root, before?.root ?? 1], ...(before?.numbers ?? [])]);
  let count = before?.count ?? 1;
  /** Entries with more than one name. */
  const names = new Map<NewEntry, number>();
  const listed = new Map<NewFolder, readonly NamedEntry[]>();
  const open = [root];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const children = sortedEntries(folder);
    listed.set(folder, children);
    const inside = withoutNumbered(children, before).map(({ entry }) => entry);
    for (const entry of inside) {
      if (numbers.has(entry)) names.set(entry, (names.get(entry) ?? 1) + 1);
      else numbers.set(entry, ++count);
    }
    open.push(...inside.filter((entry) => entry.kind === 'dir'));
  }
  return {
    count,
    numberOf: (entry) => numbers.get(entry) ?? 0,
    namesOf: (entry) => names.get(entry) ?? 1,
    childrenOf: (folder) => listed.get(folder) ?? [],
  };
}

function withoutNumbered(children: readonly NamedEntry[], before: NumbersBefore | undefined): readonly NamedEntry[] {
  return before ? children.filter(({ entry }) => !before.numbers.has(entry)) : children;
}

export interface NamedEntry {
  readonly name: Buffer;
  readonly entry: NewEntry;
}

/** Lists the entries of a folder in the byte order of their names, as images list them. */
function sortedEntries(folder: NewFolder): readonly NamedEntry[] {
  const children = [...folder.children].map(([name, entry]) => ({ name: Buffer.from(pathToBytes(name)), entry }));
  return children.sort((one, other) => Buffer.compare(one.name, other.name));
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
export function* filesInTree(root: NewFolder): Generator<NewFileEntry> {
  const seen = new Set<NewFileEntry>();
  const open = [root];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const children = sortedEntries(folder).map(({ entry }) => entry);
    for (const entry of children) {
      if (entry.kind !== 'file' || seen.has(entry)) continue;
      seen.add(entry);
      yield entry;
    }
    open.push(...children.filter((entry) => entry.kind === 'dir').reverse());
  }
}
