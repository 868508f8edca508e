import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { normalPath } from './normal-path.ts';
import type { DiskAccess } from './read-only/path-judge.ts';

/** Most bytes read of a file that says how a program behaves. */
const MAX_TEXT_BYTES = 100_000;
/** Longest path passed on; longer ones are left to the system as a single name. */
const MAX_PATH_LENGTH = 4096;
/** Whether file names are case-sensitive on this system. */
const IS_PLAIN = process.platform === 'linux';

/** The disk as it is while one decision is made: nothing of it is looked at twice. */
export function diskNow(): DiskAccess {
  const paths = new PathResolver();
  const texts = new Map<string, string | undefined>();
  return {
    realpath: (path) => paths.real(path),
    link: (path) => paths.link(path),
    isFile: (path) => isFile(paths.real(path)),
    names: (folder) => orUndefined(() => readdirSync(folder)),
    text: (path) => {
      if (!texts.has(path)) texts.set(path, fileText(path));
      return texts.get(path);
    },
  };
}

/** Resolves paths as the kernel does, each name of them once. */
class PathResolver {
  readonly #resolved = new Map<string, string | undefined>([['/', '/']]);
  readonly #folders = new Map<string, boolean>();
  /** Links that were met, by the path without a link that leads to them. */
  readonly #links = new Set<string>();

  real(path: string): string | undefined {
    const known = this.#resolved.get(path);
    if (known !== undefined || this.#resolved.has(path)) return known;
    const real = this.#resolveOrNot(path);
    this.#resolved.set(path, real);
    return real;
  }

  /** Reads the text of a link. A path that is none costs no further look, being known from its name in its folder. */
  link(path: string): string | undefined {
    if (!isSplit(path)) return orUndefined(() => readlinkSync(path));
    this.real(path);
    const cut = path.lastIndexOf('/');
    const folder = this.real(path.slice(0, cut) || '/');
    const plain = folder === undefined ? undefined : inFolder(folder, path.slice(cut + 1));
    return plain !== undefined && this.#links.has(plain) ? orUndefined(() => readlinkSync(plain)) : undefined;
  }

  #resolveOrNot(path: string): string | undefined {
    try {
      return this.#resolve(path);
    } catch {
      return undefined;
    }
  }

  #resolve(path: string): string | undefined {
    if (!isSplit(path)) return realpathSync.native(path);
    const cut = path.lastIndexOf('/');
    const folder = this.real(path.slice(0, cut) || '/');
    return folder === undefined ? undefined : this.#within(folder, path.slice(cut + 1));
  }

  #within(folder: string, name: string): string | undefined {
    if (name.length <= 2 && /^\.{0,2}$/.test(name)) {
      if (!this.#isFolder(folder)) return undefined;
      // No link is left in it, so that this is its parent for the kernel, too.
      return name === '..' ? posix.dirname(folder) : folder;
    }
    const plain = inFolder(folder, name);
    const found = lstatSync(plain, { throwIfNoEntry: false });
    if (!found?.isSymbolicLink()) return found && plain;
    this.#links.add(plain);
    return realpathSync.native(plain);
  }

  #isFolder(real: string): boolean {
    const known = this.#folders.get(real) ?? statSync(real).isDirectory();
    this.#folders.set(real, known);
    return known;
  }
}

/** Whether a path is looked at name by name; others are left to the system. */
const isSplit = (path: string): boolean => IS_PLAIN && path.startsWith('/') && path.length <= MAX_PATH_LENGTH;

const inFolder = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`);

const isFile = (real: string | undefined): boolean =>
  real !== undefined && statSync(real, { throwIfNoEntry: false })?.isFile() === true;

/** Reads a small regular file. A device or a pipe says that it is empty, and may never end or wait for a writer. */
function fileText(path: string): string | undefined {
  return orUndefined(() => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= MAX_TEXT_BYTES ? readFileSync(path, 'utf8') : undefined;
  });
}

/** Links to nothing that are followed one after the other, as many as the kernel does. */
const MAX_LINKS = 40;

type LinkReader = Pick<DiskAccess, 'realpath' | 'link'>;

/** Resolves an absolute path, following links, those to nothing as well; for a missing path, its existing folder. */
export function leadsTo(path: string, disk: LinkReader = diskNow(), links = MAX_LINKS): string {
  let at = path;
  let rest = '';
  for (;;) {
    const real = disk.realpath(at);
    if (real !== undefined) return withoutLastSlash(normalPath(`${real}${rest}`));
    const slash = at.lastIndexOf('/');
    if (slash < 0 || at === '/') return path;
    const behind = links > 0 ? behindLink(at, disk) : undefined;
    if (behind !== undefined) return leadsTo(`${behind}${rest}`, disk, links - 1);
    rest = `${at.slice(slash)}${rest}`;
    at = at.slice(0, slash) || '/';
  }
}

/** The path that a link names, absolute as written; undefined if there is none. */
function behindLink(path: string, { link }: LinkReader): string | undefined {
  const text = link?.(path);
  return text === undefined || text.startsWith('/') ? text : `${path.slice(0, path.lastIndexOf('/') + 1)}${text}`;
}

const withoutLastSlash = (path: string): string => (path.endsWith('/') ? path.replace(/(?<=.)\/$/, '') : path);

function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
