import type { TreeEntry, TreeFolder } from './tree-entry.ts';

/** A name in a folder, and the entry that it had when the folder was seen last. */
export interface NameWithOld {
  readonly name: string;
  readonly old: TreeEntry | undefined;
}

export function previousNames({ entries }: TreeFolder): readonly NameWithOld[] {
  return entries.map((old) => ({ name: old.name, old }));
}

/** The entries of the time before where the names are the same, which saves sorting and finding them. */
export function withOldEntries(names: string[], folder: TreeFolder | undefined): readonly NameWithOld[] {
  const isSame = folder?.entries.length === names.length && names.every((name) => folder.places.has(name));
  if (folder && isSame) return previousNames(folder);
  return names.sort().map((name) => ({ name, old: folder?.find(name) }));
}
