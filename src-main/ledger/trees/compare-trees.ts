import { lstatSync } from 'node:fs';
import type { FileState, LedgerEventData } from '#contract';
import { pathToBytes } from '#core/files/path-bytes';
import { isAbsent } from '../content/describe-file.ts';
import {
  isSameFingerprint,
  isSpecial,
  joinNames,
  stateIn,
  type TreeEntry,
  TreeFolder,
  type TreeTop,
} from './tree-entry.ts';

export type TreeChange = Pick<LedgerEventData<'file.changed'>, 'path' | 'change' | 'before' | 'after' | 'shared'>;

/** The two sides of a path that may differ, each with the folder it is in. */
export interface DifferingPath {
  readonly path: string;
  readonly before?: Side;
  readonly after?: Side;
}

interface Side {
  readonly entry: TreeEntry;
  readonly folder: TreeFolder;
}

/** Answers every path whose entries differ, by path, without reading a file. What both trees share costs nothing. */
export function differingPaths(root: string, before: TreeTop, after: TreeTop): DifferingPath[] {
  const found: DifferingPath[] = [];
  compareFolders(root, before, after, found);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The change at a path, when what is known of both sides tells one. */
export function treeChangeAt({ path, before, after }: DifferingPath): TreeChange | undefined {
  if (!before) return after && { path, change: 'created', after: stateIn(after.folder, after.entry) };
  const old = stateIn(before.folder, before.entry);
  if (!after) return { path, change: 'deleted', before: old };
  const now = stateIn(after.folder, after.entry);
  const knowsAttributes = before.entry.knowsAttributes && after.entry.knowsAttributes;
  const isSame = isSameState(old, now) && (!knowsAttributes || old.attributes === now.attributes);
  if (isSame && !isUnknown(before.entry, after.entry)) return undefined;
  return { path, change: 'modified', before: old, after: now };
}

/** Compares two folders; if one side was not seen, nothing is assumed about it. */
function compareFolders(path: string, before: TreeTop, after: TreeTop, found: DifferingPath[]): void {
  if (before === after) return;
  if (after instanceof TreeFolder && before !== 'unseen') compareEntries(path, before, after, found);
  if (before instanceof TreeFolder) addMissing(path, before, after, found);
}

function compareEntries(path: string, before: TreeFolder | 'absent', after: TreeFolder, found: DifferingPath[]): void {
  for (const entry of after.entries) {
    const at = joinNames(path, entry.name);
    const old = before === 'absent' ? undefined : before.find(entry.name);
    if (old !== entry) {
      const was = old && before !== 'absent' && { before: { entry: old, folder: before } };
      found.push({ path: at, ...was, after: { entry, folder: after } });
    }
    const below = old && before !== 'absent' ? entryAsTop(before, old) : 'absent';
    compareFolders(at, below, entryAsTop(after, entry), found);
  }
}

function addMissing(path: string, before: TreeFolder, after: TreeTop, found: DifferingPath[]): void {
  for (const entry of before.entries) {
    if (after instanceof TreeFolder && after.find(entry.name)) continue;
    const at = joinNames(path, entry.name);
    // It may be there and merely not be seen now.
    const isGone = after !== 'unseen' || isGoneAt(at);
    if (isGone) found.push({ path: at, before: { entry, folder: before } });
    compareFolders(at, entryAsTop(before, entry), isGone ? 'absent' : 'unseen', found);
  }
}

/** Returns an entry as the parent of those below it: a file counts as an empty folder. */
function entryAsTop(folder: TreeFolder, { name, state }: TreeEntry): TreeTop {
  if (state.kind !== 'directory') return 'absent';
  return folder.folders.get(name) ?? 'unseen';
}

/** A touched time alone is no change: nothing would be lost, and builds touch much. */
function isSameState(one: FileState, other: FileState): boolean {
  if (one.kind !== other.kind) return false;
  if (one.hash !== undefined && other.hash !== undefined && one.hash !== other.hash) return false;
  if (one.kind === 'file' && one.size !== other.size) return false;
  // A link has no permissions of its own.
  if (one.kind !== 'symlink' && one.mode !== other.mode) return false;
  return isSameOrUnknown(one.uid, other.uid) && isSameOrUnknown(one.gid, other.gid);
}

function isSameOrUnknown(one: number | undefined, other: number | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/**
 * Decides whether two states cannot be compared: without the bytes of both sides, only the file system's metadata can
 * be.
 */
function isUnknown(before: TreeEntry, after: TreeEntry): boolean {
  if (before.state.kind === 'directory') return false;
  // A pipe that still is one has no bytes.
  if (isSpecial(after) && before.state.notKept === after.state.notKept) return false;
  if (before.state.hash !== undefined && after.state.hash !== undefined) return false;
  if (before.print && after.print) return !isSameFingerprint(before.print, after.print);
  return before.state.mtimeNs !== after.state.mtimeNs;
}

function isGoneAt(path: string): boolean {
  try {
    return lstatSync(pathToBytes(path), { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return isAbsent(error);
  }
}
