/** Packages that another one lists as its workspaces, as npm and yarn do. */
import { posix } from 'node:path';
import { isPlainObject, objectIn } from '#contract/plain-object';
import { readYaml } from '#core/parsing/yaml-text';
import type { DiskAccess } from './read-only/path-judge.ts';

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
  return patternsIn(workspaces).flatMap((pattern) => {
    const [, parent] = /^(.*)\/\*\/?$/s.exec(pattern) ?? [];
    const path = posix.resolve(root, parent ?? pattern);
    return parent === undefined ? [path] : (disk.names(path) ?? []).map((name) => posix.join(path, name));
  });
}

function patternsIn(workspaces: unknown): string[] {
  const listed = isPlainObject(workspaces) ? workspaces.packages : workspaces;
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
}

const PNPM_FILE = 'pnpm-workspace.yaml';
/** Depth of that file: it may hold catalogs of versions. */
const PNPM_DEPTH = 20;
/** Names looked at for packages. */
const MAX_NAMES = 2000;

export interface PackageFiles {
  readonly root: string;
  /** Paths of the files that are there, the root's first. */
  readonly files: readonly string[];
  /** Globs of where they may stand, and the file that lists them. */
  readonly places: readonly string[];
}

/**
 * Finds the package.json of all workspaces of the root around a folder, for npm, yarn and pnpm, and the root's own. A pattern for a
 * name is taken for any name, and what one excludes is there, too. Where nothing is listed, `unlisted` are the patterns.
 */
export function allPackages(folder: string, unlisted: readonly string[], disk: PackageDisk): PackageFiles {
  const { root, patterns } = listAround(folder, disk) ?? { root: folder, patterns: unlisted };
  const globs = patterns.filter((one) => !one.startsWith('!')).map((one) => anyNames(posix.resolve(root, one)));
  const names = new NameWalk(disk);
  const folders = new Set([root, ...globs.flatMap((glob) => names.foldersOf('/', glob.split('/').slice(1)))]);
  return {
    root,
    files: [...folders].map(fileIn).filter((file) => disk.text(file) !== undefined),
    places: [...[root, ...globs].map(fileIn), posix.join(root, PNPM_FILE)],
  };
}

const fileIn = (folder: string): string => posix.join(folder, 'package.json');

/** A path in which a name with any mark of a pattern is `*`. */
const anyNames = (pattern: string): string =>
  pattern.replace(/[^/]*[?*[{(][^/]*/g, (name) => (name === '**' ? name : '*'));

/** The nearest list of workspaces, in a folder or above it. */
function listAround(folder: string, disk: PackageDisk) {
  for (let at = folder; ; at = posix.dirname(at)) {
    const { workspaces } = packageIn(at, disk);
    const ofPnpm = disk.text(posix.join(at, PNPM_FILE));
    if (workspaces !== undefined || ofPnpm !== undefined) {
      return { root: at, patterns: [workspaces, readYaml(ofPnpm ?? '', PNPM_DEPTH).value].flatMap(patternsIn) };
    }
    if (at === posix.dirname(at)) return undefined;
  }
}

/** Folders that globs stand for, by the names on the disk in their order. */
class NameWalk {
  readonly #disk: PackageDisk;
  #left = MAX_NAMES;

  constructor(disk: PackageDisk) {
    this.#disk = disk;
  }

  foldersOf(folder: string, [name, ...others]: readonly string[]): string[] {
    if (name === undefined) return [folder];
    if (name !== '*' && name !== '**') return this.foldersOf(posix.join(folder, name), others);
    const below = this.#namesIn(folder).map((one) => posix.join(folder, one));
    if (name === '*') return below.flatMap((one) => this.foldersOf(one, others));
    return [...this.foldersOf(folder, others), ...below.flatMap((one) => this.foldersOf(one, [name, ...others]))];
  }

  #namesIn(folder: string): string[] {
    const names = (this.#disk.names(folder) ?? []).filter((name) => name !== 'node_modules' && !name.startsWith('.'));
    const taken = names.sort().slice(0, this.#left);
    this.#left -= taken.length;
    return taken;
  }
}

const packageIn = (folder: string, disk: PackageDisk): Readonly<Record<string, unknown>> =>
  objectIn(disk.text(posix.join(folder, 'package.json')) ?? '') ?? {};
