import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
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

  real(path: string): string | undefined {
    const known = this.#resolved.get(path);
    if (known !== undefined || this.#resolved.has(path)) return known;
    const real = this.#resolveOrNot(path);
    this.#resolved.set(path, real);
    return real;
  }

  #resolveOrNot(path: string): string | undefined {
    try {
      return this.#resolve(path);
    } catch {
      return undefined;
    }
  }

  #resolve(path: string): string | undefined {
    if (!IS_PLAIN || !path.startsWith('/') || path.length > MAX_PATH_LENGTH) return realpathSync.native(path);
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
    const plain = folder === '/' ? `/${name}` : `${folder}/${name}`;
    const found = lstatSync(plain, { throwIfNoEntry: false });
    return found?.isSymbolicLink() ? realpathSync.native(plain) : found && plain;
  }

  #isFolder(real: string): boolean {
    const known = this.#folders.get(real) ?? statSync(real).isDirectory();
    this.#folders.set(real, known);
    return known;
  }
}

const isFile = (real: string | undefined): boolean =>
  real !== undefined && statSync(real, { throwIfNoEntry: false })?.isFile() === true;

/** Reads a small regular file. A device or a pipe says that it is empty, and may never end or wait for a writer. */
function fileText(path: string): string | undefined {
  return orUndefined(() => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= MAX_TEXT_BYTES ? readFileSync(path, 'utf8') : undefined;
  });
}

/** Resolves an absolute path, following links; for a missing path, its existing folder. */
export function leadsTo(path: string, { realpath }: Pick<DiskAccess, 'realpath'> = diskNow()): string {
  let at = path;
  let rest = '';
  for (;;) {
    const real = realpath(at);
    if (real !== undefined) return withoutLastSlash(normalPath(`${real}${rest}`));
    const slash = at.lastIndexOf('/');
    if (slash < 0 || at === '/') return path;
    rest = `${at.slice(slash)}${rest}`;
    at = at.slice(0, slash) || '/';
  }
}

const withoutLastSlash = (path: string): string => (path.endsWith('/') ? path.replace(/(?<=.)\/$/, '') : path);

function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
