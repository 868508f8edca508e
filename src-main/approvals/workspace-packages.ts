/** Packages that another one lists as its workspaces, as npm and yarn do. */
import { posix } from 'node:path';
import { isPlainObject, objectIn } from '#contract/plain-object';
import type { DiskAccess } from './read-only/reader.ts';

export type PackageDisk = Pick<DiskAccess, 'text' | 'names'>;

/** The package.json of a workspace that is named by its package or its folder; undefined if none is listed, or how is not known. */
export function memberFile(folder: string, member: string, disk: PackageDisk): string | undefined {
  for (let at = folder; ; at = posix.dirname(at)) {
    const { workspaces } = packageIn(at, disk);
    if (workspaces !== undefined) {
      const named = posix.resolve(folder, member);
      return memberFolders(workspaces, at, disk)
        .filter((one) => one === named || packageIn(one, disk).name === member)
        .map((one) => posix.join(one, 'package.json'))[0];
    }
    if (at === posix.dirname(at)) return undefined;
  }
}

/** Folders of the workspaces, by patterns that are a path, or all folders in one. */
function memberFolders(workspaces: unknown, root: string, disk: PackageDisk): string[] {
  const listed = isPlainObject(workspaces) ? workspaces.packages : workspaces;
  const patterns = Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
  return patterns.flatMap((pattern) => {
    const [, parent] = /^(.*)\/\*\/?$/s.exec(pattern) ?? [];
    const path = posix.resolve(root, parent ?? pattern);
    return parent === undefined ? [path] : (disk.names(path) ?? []).map((name) => posix.join(path, name));
  });
}

const packageIn = (folder: string, disk: PackageDisk): Readonly<Record<string, unknown>> =>
  objectIn(disk.text(posix.join(folder, 'package.json')) ?? '') ?? {};
