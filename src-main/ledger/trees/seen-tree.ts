import { LeftOutPaths } from './left-out-paths.ts';
import { isSpecial, joinNames, type TreeEntry, TreeFolder, type TreeTop } from './tree-entry.ts';

/** A workspace as it was seen at one moment. */
export interface SeenTree {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly top: TreeTop;
  /** Parts that were not watched, and why; short sentences. */
  readonly leftOut: readonly string[];
}

export interface UnkeptPaths {
  /** Content that will not be kept, and why; short sentences. */
  readonly never: string[];
  /** Content still to be kept. */
  readonly pending: string[];
}

/** Names the files of which the bytes are not kept. Pipes, sockets and devices have none. */
export function notKeptIn({ root, top }: SeenTree): UnkeptPaths {
  const never = new LeftOutPaths(root, 'not kept');
  const pending = new LeftOutPaths(root, 'not kept yet');
  for (const [path, entry] of top instanceof TreeFolder ? allIn(root, top) : []) {
    const { notKept, kind } = entry.state;
    if (notKept === undefined || kind === 'directory') continue;
    if (entry.isPending) pending.add(path(), '');
    else if (!isSpecial(entry)) never.add(path(), notKept);
  }
  return { never: never.sentences(), pending: pending.sentences() };
}

/** Every entry but those in folders that are kept whole, with what makes its path. */
function* allIn(path: string, folder: TreeFolder): Generator<readonly [() => string, TreeEntry]> {
  if (folder.isAllKept) return;
  for (const entry of folder.entries) yield [() => joinNames(path, entry.name), entry];
  for (const [name, below] of folder.folders) yield* allIn(joinNames(path, name), below);
}

/** Marks what is still to be kept: from now on only what it was at this moment may be filled in. */
export function markTold(top: TreeTop): void {
  if (!(top instanceof TreeFolder) || top.isAllKept) return;
  for (const entry of top.entries) if (entry.isPending) entry.isTold = true;
  for (const below of top.folders.values()) markTold(below);
}
