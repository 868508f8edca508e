import type { BigIntStats } from 'node:fs';
import type { TreeEntry } from './tree-entry.ts';
import { hasFingerprint } from './tree-entry.ts';

/** Whether nothing of an entry is to be learnt: it is kept and was not touched. */
export function isSettled({ print, state, isPending, unsureSince }: TreeEntry, stats: BigIntStats): boolean {
  if (isPending || unsureSince !== undefined || state.notKept !== undefined) return false;
  return print !== undefined && hasFingerprint(stats, print);
}

/** Whether a file very likely has the bytes of before: its time and size are the same. */
export function hasOldBytes(old: TreeEntry | undefined, { mtimeNs, size }: BigIntStats): boolean {
  return old?.state.hash !== undefined && old.print?.mtimeNs === mtimeNs && old.state.size === Number(size);
}
