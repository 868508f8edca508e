/**
 * Paths that may be read without asking: inside the roots, both by their text and as resolved, and without credentials.
 */
import { posix } from 'node:path';
import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import type { RepositoryShows } from '#shell-analysis';

/** Access to the file system that the judgement needs; everything else is decided by the text. */
export interface DiskAccess {
  /** The path with its links resolved as the kernel does, `..` included; `undefined` if there is nothing. */
  readonly realpath: (path: string) => string | undefined;
  /** Text of the link that the path is; `undefined` if it is none. */
  readonly link?: (path: string) => string | undefined;
  /** Whether the path leads to a regular file. */
  readonly isFile: (path: string) => boolean;
  /** Names in a folder; `undefined` if it cannot be listed. */
  readonly names: (folder: string) => readonly string[] | undefined;
  /** A small text file; `undefined` if there is none. */
  readonly text: (path: string) => string | undefined;
}

/** A folder whose files are read with all below it. */
export interface TreeRead {
  readonly folder: string;
  /** Whether links in it are followed. */
  readonly isFollowing: boolean;
  /** Whether a program is given names: a link is followed where its own name fits, and leads to no further folder. */
  readonly opensNames?: boolean;
  /** Whether only what lies in the folder itself is read, and nothing in the folders below. */
  readonly isFlat?: boolean;
  /** Whether names, kinds and sizes are shown, and no contents. */
  readonly showsNames?: boolean;
  /** Patterns in small letters; only files whose name fits one are read. */
  readonly names?: readonly string[] | undefined;
  /** Whether the names are divided at blanks and quotes, so that one may become another. */
  readonly isDivided?: boolean;
  /** Whether nothing in node_modules is named. */
  readonly skipsModules?: boolean;
  /** Whether files and folders with a dot in front are left out, unless a file of what to ignore says otherwise. */
  readonly skipsHidden?: boolean;
}

/** A call of git, of which what it finds is looked up later. */
export interface GitUse {
  readonly folder: string;
  readonly shows: RepositoryShows;
  /** Whether the use needs a repository, because without one git would do something else. */
  readonly needsRepository: boolean;
}

/** Most names that a path may have below the nearest existing folder. */
const MAX_NAMES = 200;
/** Always there, ends at once and holds nothing. */
const ORDINARY_DEVICES = new Set(['/dev/null']);

export interface PathJudgeOptions extends DiskAccess {
  readonly roots: readonly string[];
  /** Folders in which the command may run: one, or several after a `cd` that may fail. */
  readonly cwds: readonly string[];
}

interface ReadFolders {
  readonly below: TreeRead[];
  readonly git: GitUse[];
}

/** Judges the paths that one command names; keeps which folders it reads with all that is in them, and where git runs. */
export class PathJudge {
  readonly #options: PathJudgeOptions;
  readonly #kept: ReadFolders;

  constructor(options: PathJudgeOptions, kept: ReadFolders = { below: [], git: [] }) {
    this.#options = options;
    this.#kept = kept;
  }

  /** A reader that looks from other folders; what it keeps is kept here too. */
  from(cwds: readonly string[]): PathJudge {
    return new PathJudge({ ...this.#options, cwds }, this.#kept);
  }

  get files(): DiskAccess {
    return this.#options;
  }

  get cwds(): readonly string[] {
    return this.#options.cwds;
  }

  get below(): readonly TreeRead[] {
    return this.#kept.below;
  }

  get git(): readonly GitUse[] {
    return this.#kept.git;
  }

  /** A call of git in the folders that this judge reads from. */
  keepGit(use: Omit<GitUse, 'folder'>): void {
    for (const folder of this.cwds) this.#kept.git.push({ ...use, folder });
  }

  /** A file whose content is read; `-` is standard input. */
  whyNotRead(path: string): string | undefined {
    if (path === '-' || ORDINARY_DEVICES.has(path)) return undefined;
    return this.#whyNot(path, true);
  }

  /** A path of which only name, kind, size and the like are shown. */
  whyNotSee(path: string): string | undefined {
    if (ORDINARY_DEVICES.has(path)) return undefined;
    return this.#whyNot(path, false);
  }

  /** A folder, or file, that is read with all below it; whether credentials lie in there is looked up later. */
  whyNotReadBelow(path: string, how: Omit<TreeRead, 'folder'>): string | undefined {
    const why = this.whyNotRead(path);
    if (why !== undefined || path === '-') return why;
    for (const cwd of this.cwds) this.#kept.below.push({ ...how, folder: absolute(path, cwd) });
    return undefined;
  }

  #whyNot(path: string, isContent: boolean): string | undefined {
    if (path === '') return 'a path is empty';
    for (const cwd of this.cwds) {
      const why = this.#whyNotFrom(absolute(path, cwd), isContent);
      if (why !== undefined) return `'${path}' ${why}`;
    }
    return undefined;
  }

  #whyNotFrom(path: string, isContent: boolean): string | undefined {
    const { roots, realpath } = this.#options;
    const lexical = posix.normalize(path);
    const realRoots = roots.map((root) => realpath(root) ?? root);
    if (!isWithinRoots(lexical, [...roots, ...realRoots])) return 'lies outside the workspace';
    const real = realThroughParent(path, realpath);
    if (real === undefined || !isWithinRoots(real, realRoots)) return 'leads outside the workspace';
    if (isContent && (mayHoldCredentials(lexical) || (real !== lexical && mayHoldCredentials(real))))
      return 'may hold credentials';
    return undefined;
  }
}

/** Makes a path absolute without normalizing it: if a link precedes `..`, only the kernel can resolve it. */
export const absolute = (path: string, cwd: string): string => (path.startsWith('/') ? path : `${cwd}/${path}`);

export function isWithinRoots(path: string, roots: readonly string[]): boolean {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return roots.some((root) => bare === root || bare.startsWith(root === '/' ? '/' : `${root}/`));
}

/** Resolves a path that does not exist through its nearest existing folder; `undefined` if the rest climbs upwards. */
function realThroughParent(path: string, realpath: DiskAccess['realpath']): string | undefined {
  const rest: string[] = [];
  for (let at = path; at !== ''; ) {
    const real = realpath(at);
    if (real !== undefined) return rest.length === 0 ? real : posix.join(real, ...rest);
    const bare = at.replace(/\/+$/, '');
    const cut = bare.lastIndexOf('/');
    const name = bare.slice(cut + 1);
    if (cut < 0 || name === '..') return undefined;
    rest.unshift(name);
    at = bare.slice(0, Math.max(cut, 1));
    if (rest.length > MAX_NAMES) return undefined;
  }
  return undefined;
}
