import type { BigIntStats } from 'node:fs';
import { type TreeEntry, TreeFolder } from './tree-entry.ts';

/** A folder on its way to be seen. */
export interface FolderDraft {
  readonly path: string;
  readonly stats: BigIntStats;
  readonly old: TreeFolder | undefined;
  /** No name came into it or went since it was seen last. */
  readonly hasOldNames: boolean;
  entries?: TreeEntry[];
  /** Drafts of the folders among the entries, at the same places. */
  readonly below: Map<number, FolderDraft>;
  /** Whether it vanished before it could be listed. */
  isGone?: boolean;
  /** Folder built from the draft, shared as long as it is unchanged. */
  made?: TreeFolder;
}

/** Builds the folder from the entries so far; `undefined` if it was not listed. */
export function buildFolder(draft: FolderDraft): TreeFolder | undefined {
  const { entries, below, old, made } = draft;
  if (!entries) return undefined;
  const folders = new Map<string, TreeFolder>();
  const present = entries.filter((entry, place) => {
    const one = below.get(place);
    const folder = one && buildFolder(one);
    if (folder) folders.set(entry.name, folder);
    return one?.isGone !== true && entry.isGone !== true;
  });
  for (const before of [made, old]) if (before && isSameFolder(before, present, folders)) return before;
  draft.made = new TreeFolder(present, folders);
  return draft.made;
}

function isSameFolder(
  old: TreeFolder,
  entries: readonly TreeEntry[],
  folders: ReadonlyMap<string, TreeFolder>,
): boolean {
  if (entries.length !== old.entries.length || folders.size !== old.folders.size) return false;
  for (const [name, folder] of folders) if (old.folders.get(name) !== folder) return false;
  return entries.every((entry, place) => entry === old.entries[place]);
}
