import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';

export interface EntryPicture {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Permission bits; 0 for links, which have none of their own. */
  readonly mode: number;
  /** Content, or target. */
  readonly content: string;
  /** Names of the same file, by path; only where there are several in the folder. */
  readonly names?: readonly string[];
  /** Time in microseconds since 1970, the finest that Node sets; for files only. */
  readonly time?: number;
}

/** Pictures by path, names as in `core/files/path-bytes`. */
export type TreePicture = ReadonlyMap<string, EntryPicture>;

/** Describes every path below a folder. */
export function treePicture(root: string): TreePicture {
  const found = new Map<string, EntryPicture & { readonly inode?: bigint }>();
  const names = new Map<bigint, string[]>();
  const look = (folder: string) => {
    const listed = readdirSync(pathToBytes(join(root, folder)), { encoding: 'buffer' }).map(pathFromBytes);
    for (const name of listed.sort()) {
      const path = join(folder, name);
      const at = pathToBytes(join(root, path));
      const stats = lstatSync(at, { bigint: true });
      const mode = Number(stats.mode & 0o7777n);
      if (stats.isSymbolicLink()) {
        found.set(path, { kind: 'link', mode: 0, content: readlinkSync(at, 'latin1') });
      } else if (stats.isDirectory()) {
        found.set(path, { kind: 'folder', mode, content: '' });
        look(path);
      } else if (stats.isFile()) {
        const { ino: inode, mtimeNs } = stats;
        names.set(inode, [...(names.get(inode) ?? []), path]);
        const time = Number(mtimeNs / 1000n);
        found.set(path, { kind: 'file', mode, content: readFileSync(at, 'latin1'), time, inode });
      } else found.set(path, { kind: 'other', mode, content: '' });
    }
  };
  look('');
  const shown = [...found].map(([path, { inode, ...picture }]): [string, EntryPicture] => {
    const all = (inode !== undefined && names.get(inode)) || [];
    return [path, all.length > 1 ? { ...picture, names: all.toSorted() } : picture];
  });
  return new Map(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Paths at which two pictures differ. */
export function differingPaths(one: TreePicture, other: TreePicture): string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => JSON.stringify(one.get(path)) !== JSON.stringify(other.get(path)));
}

/** The picture without what it says of names of these files. */
export const withoutNames = (picture: TreePicture, torn: ReadonlySet<string>): TreePicture =>
  new Map(
    [...picture].map(([path, { names, ...rest }]) => [
      path,
      names === undefined || names.some((name) => torn.has(name)) ? rest : { ...rest, names },
    ]),
  );

/** Names of files of which these paths are some and not all. */
export function tornNames(paths: readonly string[], ...pictures: readonly TreePicture[]): string[] {
  const known = new Set(paths);
  const groups = pictures.flatMap((picture) => [...picture.values()].flatMap(({ names }) => (names ? [names] : [])));
  return groups
    .filter((names) => names.some((name) => known.has(name)) && !names.every((name) => known.has(name)))
    .flat();
}

/** Another name of a file of which one name was changed: it says what names there are. */
export const isOtherName = (path: string, paths: readonly string[], ...pictures: TreePicture[]) =>
  pictures.some((picture) => picture.get(path)?.names?.some((name) => paths.includes(name)));
