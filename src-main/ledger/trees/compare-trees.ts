import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LedgerEventData } from '#contract';
import { isAbsent } from '../content/describe-file.ts';
import { mapBounded } from '../map-bounded.ts';
import { differenceOf } from '../state-difference.ts';
import type { TreeSnapshot, WatchedEntry } from './tree-snapshot.ts';

export type TreeChange = Pick<LedgerEventData<'file.changed'>, 'path' | 'change' | 'before' | 'after' | 'shared'>;

/** What made one snapshot of a workspace into another, by path. */
export async function compareTrees(before: TreeSnapshot, after: TreeSnapshot): Promise<TreeChange[]> {
  const changes = [...createdOrModified(before, after), ...(await deleted(before, after))];
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The paths that may differ, without a look at the disk. */
export function* changedPaths(before: TreeSnapshot, after: TreeSnapshot): Generator<string> {
  for (const [path, entry] of after.entries) if (isChanged(before.entries.get(path), entry)) yield path;
  for (const path of before.entries.keys()) if (!after.entries.has(path)) yield path;
}

function* createdOrModified(before: TreeSnapshot, after: TreeSnapshot): Generator<TreeChange> {
  for (const [path, entry] of after.entries) {
    const old = before.entries.get(path);
    const { state } = entry;
    if (!old) {
      if (wasWatched(before, dirname(path))) yield { path, change: 'created', after: state };
    } else if (isChanged(old, entry)) {
      yield { path, change: 'modified', before: old.state, after: state };
    }
  }
}

function isChanged(old: WatchedEntry | undefined, entry: WatchedEntry): boolean {
  if (!old) return true;
  if (old === entry) return false;
  if (differenceOf(old.state, entry.state)) return true;
  // Without the bytes of both sides, the file's times are all there is to compare.
  const isUnknown = old.state.notKept !== undefined || entry.state.notKept !== undefined;
  return isUnknown && old.fingerprint !== entry.fingerprint;
}

/** A folder that was seen whole, or one that was not there, below such a folder. */
function wasWatched(before: TreeSnapshot, folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if (before.listed.has(path)) return true;
    if (before.entries.get(path)?.state.kind === 'directory' || path === dirname(path)) return false;
  }
}

async function deleted(before: TreeSnapshot, after: TreeSnapshot): Promise<TreeChange[]> {
  const missing = [...before.entries].filter(([path]) => !after.entries.has(path));
  const gone = await mapBounded(missing, 8, async ([path, { state }]) =>
    // It may be there and merely beyond the limits now.
    after.listed.has(dirname(path)) || hasNoFolder(path, after) || (await isGone(path))
      ? ({ path, change: 'deleted', before: state } as const)
      : undefined,
  );
  return gone.filter((change) => change !== undefined);
}

/** A folder on the way has become something else; were it a link, the path would lead to what is not meant. */
function hasNoFolder(path: string, { root, entries }: TreeSnapshot): boolean {
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
    const kind = entries.get(folder)?.state.kind;
    if (kind !== undefined) return kind !== 'directory';
  }
  return false;
}

async function isGone(path: string): Promise<boolean> {
  return await lstat(path).then(() => false, isAbsent);
}
