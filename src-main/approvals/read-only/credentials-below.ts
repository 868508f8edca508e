/** Whether a folder that is read with all below it holds credentials, or links that lead elsewhere. */

import { type Dirent, readdirSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFolder, realOrSameAtOnce, realPathAtOnce } from '#core/files/real-path';
import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import { fitsPattern } from '../name-pattern.ts';
import { normalPath } from '../normal-path.ts';
import { fileHoldsLogin, isGitConfig, loginIn } from './git-logins.ts';
import { isWithinRoots, type TreeRead } from './path-judge.ts';
import { IGNORING, whyShown } from './shown-hidden.ts';

/** Entries looked at; a workspace with more is asked about. */
const MAX_ENTRIES = 50_000;
const MAX_MS = 1500;
/** Folders that are looked at at once, if they are small: a thread for each look takes far longer than the look. */
const MAX_AT_ONCE = 16;
/** Size of a folder itself, in bytes, up to which it is small; it grows with its entries. */
const SMALL_FOLDER = 16_384;
/** Folders that are skipped: not the person's own, too many files, and full of keys that exist only for tests. */
const SKIPPED = new Set(['node_modules']);

/** Explains why searching these folders may show something forbidden, or returns nothing. */
export async function credentialsBelow(folders: readonly TreeRead[], workspace: string): Promise<string | undefined> {
  return await new CredentialSearch(realOrSameAtOnce(workspace), folders).problem();
}

/** Searches for one line, each of which is made once. */
export class CredentialSearches {
  readonly #workspace: string;
  readonly #known = new Map<string, Promise<string | undefined>>();

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Explains as `credentialsBelow` does why these folders may show something forbidden. */
  problem(folders: readonly TreeRead[]): Promise<string | undefined> {
    const key = folders.map(keyOf).toSorted().join('\n');
    const found = this.#known.get(key) ?? credentialsBelow(folders, this.#workspace);
    this.#known.set(key, found);
    return found;
  }
}

/** A text that is the same for reads that find the same, whatever order their properties have. */
const keyOf = ({ folder, ...manner }: TreeRead): string =>
  JSON.stringify([
    normalPath(folder),
    ...Object.entries(manner)
      .filter(([, value]) => value !== undefined && value !== false)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);

interface TreeLook extends TreeRead {
  /** Whether what files hold does not matter here, and only their names and links to folders do. */
  readonly isLeftOut?: boolean;
}

/** Goes through folders until it finds something, or the end, or has looked long enough. */
class CredentialSearch {
  readonly #root: string;
  readonly #waiting: TreeLook[];
  readonly #seen = new Set<string>();
  /** Folders whose files of what to ignore were looked at, although they are not gone through. */
  readonly #above = new Set<string>();
  readonly #until = performance.now() + MAX_MS;
  #entries = 0;

  constructor(root: string, folders: readonly TreeRead[]) {
    this.#root = root;
    this.#waiting = [...folders];
  }

  async problem(): Promise<string | undefined> {
    return (await this.#shownHidden()) ?? (await this.#problemBelow());
  }

  async #shownHidden(): Promise<string | undefined> {
    for (const asked of this.#waiting) {
      const why = asked.skipsHidden ? await this.#shownFromAbove(asked.folder) : undefined;
      if (why !== undefined) return why;
    }
    return undefined;
  }

  async #problemBelow(): Promise<string | undefined> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const folder = await this.#realpath(next.folder);
      if (folder === undefined) continue;
      // What another read leaves out is no reason not to look.
      const look = JSON.stringify({ ...next, folder });
      if (this.#seen.has(look)) continue;
      this.#seen.add(look);
      const why = isWithinRoots(folder, [this.#root])
        ? await this.#folder(folder, next)
        : `${next.folder} leads outside`;
      if (why !== undefined) return why;
    }
    return undefined;
  }

  /** Looks at the files that say what is ignored in the folders above, and in the repository. */
  async #shownFromAbove(asked: string): Promise<string | undefined> {
    const folder = realOrSameAtOnce(asked);
    if (!(await isFolder(folder))) return undefined;
    for (let at = folder; !this.#above.has(at); at = dirname(at)) {
      this.#above.add(at);
      for (const name of at === folder ? ['.git'] : [...IGNORING, '.git']) {
        const why = await whyShown(name, join(at, name));
        if (why !== undefined) return why;
      }
    }
    return undefined;
  }

  #realpath(path: string): string | undefined | Promise<string | undefined> {
    if (this.#seen.size < MAX_AT_ONCE) return realPathAtOnce(path);
    return realpath(path).catch(() => undefined);
  }

  async #folder(folder: string, asked: TreeLook): Promise<string | undefined> {
    // A single file is no folder: it was judged by its name.
    const isAtOnce = this.#seen.size <= MAX_AT_ONCE;
    const small = isAtOnce ? entriesOfSmall(folder) : undefined;
    const entries = small ?? (await readdir(folder, { withFileTypes: true }).catch(() => []));
    for (const entry of entries) {
      const why = await this.#entry(entry, join(folder, entry.name), asked);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  async #entry(entry: Dirent, path: string, asked: TreeLook): Promise<string | undefined> {
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES || performance.now() > this.#until) {
      return `${asked.folder} is too large to be sure that it contains no credentials`;
    }
    const { name } = entry;
    const isPrinted = entry.isDirectory() || mayBeNamed(name, asked);
    if (asked.isDivided && isPrinted && /[\s'"\\]/.test(name)) return `the name of ${path} would be divided`;
    if (asked.skipsHidden && name.startsWith('.')) return await whyShown(name, path);
    if (entry.isDirectory()) return await this.#below(name, path, asked);
    return await this.#file(entry, path, asked);
  }

  async #file(entry: Dirent, path: string, asked: TreeLook): Promise<string | undefined> {
    const isNamed = !asked.isLeftOut && mayBeNamed(entry.name, asked);
    const why = isNamed && !asked.showsNames ? await whyNotFile(path) : undefined;
    if (why !== undefined || !asked.isFollowing || !entry.isSymbolicLink()) return why;
    return isNamed || !asked.opensNames ? await this.#link(path, isNamed, asked) : undefined;
  }

  async #below(name: string, path: string, asked: TreeLook): Promise<string | undefined> {
    const isSkipped = SKIPPED.has(name);
    const isLeftOut = name === '.git' || isSkipped;
    if (asked.isFlat && !isScope(path)) return undefined;
    if (!isLeftOut) this.#waiting.push({ ...asked, folder: path });
    // Whatever it is, its name may become another.
    else if (asked.isDivided && !(isSkipped && asked.skipsModules))
      this.#waiting.push({ ...asked, folder: path, isLeftOut: true });
    // A package may be a link to where it is written.
    else if (isSkipped && asked.isFollowing && !asked.opensNames)
      this.#waiting.push({ ...asked, folder: path, isLeftOut: true, isFlat: true });
    return name === '.git' && !asked.showsNames && mayBeNamed('config', asked) ? await whyGitShows(path) : undefined;
  }

  /** Follows a link; one whose name is not read matters where it leads to a folder. */
  async #link(path: string, isNamed: boolean, asked: TreeLook): Promise<string | undefined> {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || !(isNamed || (await isFolder(real)))) return undefined;
    const isHidden = !asked.showsNames && mayHoldCredentials(real);
    if (!isWithinRoots(real, [this.#root]) || isHidden) return `${path} leads elsewhere`;
    const { isLeftOut, isFlat, ...manner } = asked;
    // A package that is written elsewhere is read as what it is there, whatever name it has among the packages.
    if (isLeftOut ? !isPackage(real) : !isFlat) this.#waiting.push({ ...manner, folder: real });
    return undefined;
  }
}

const isPackage = (path: string): boolean => path.split('/').some((name) => SKIPPED.has(name));

/** Whether a folder holds packages that have its name before theirs. */
const isScope = (path: string): boolean => /\/node_modules\/@[^/]+$/.test(path);

async function whyNotFile(path: string): Promise<string | undefined> {
  if (mayHoldCredentials(path)) return `${path} may hold credentials`;
  return isGitConfig(path) && (await fileHoldsLogin(path)) ? `${path} holds a password or a token` : undefined;
}

/** Entries of a folder, if it is small; none of one that cannot be read. */
function entriesOfSmall(folder: string): Dirent[] | undefined {
  try {
    return statSync(folder).size > SMALL_FOLDER ? undefined : readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

const mayBeNamed = (name: string, { names }: TreeRead): boolean =>
  names === undefined || names.some((pattern) => fitsPattern(pattern, name.toLowerCase()));

/** Looks in a repository only for logins; the rest is the content of its files. */
async function whyGitShows(repository: string): Promise<string | undefined> {
  const found = await loginIn(repository);
  return found && `${found} holds a password or a token`;
}
