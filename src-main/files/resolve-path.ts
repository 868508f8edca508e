import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { pathFromBytes, pathToBytes, shownBytes } from '#core/files/path-bytes';
import { ToolError } from '#tools';

export interface ResolvedPath {
  /** Path with every symlink followed as the kernel does; parts that do not exist yet are kept as written. */
  readonly path: string;
  /** The links on the way, in the order they were met. */
  readonly links: readonly { readonly link: string; readonly target: string }[];
  /** The deepest part that exists. */
  readonly existing: string;
}

/**
 * Most links followed, as on Linux (`MAXSYMLINKS`,
 * [path_resolution(7)](https://man7.org/linux/man-pages/man7/path_resolution.7.html)).
 */
const MAX_LINKS = 40;
const SEPARATORS = sep === '\\' ? /[\\/]+/ : /\/+/;
const KERNEL_FILES = '/proc';

/**
 * Resolves an absolute path the way opening it would: one part after the other, so that `..` behind a link leaves the link's
 * target. `followLast: false` leaves a link at the very end alone, as a removal does.
 *
 * @throws ToolError for a path that cannot be walked: a file in place of a folder, a loop of links, no permission, `/proc`.
 */
export async function resolvePath(
  path: string,
  { followLast }: { readonly followLast: boolean },
): Promise<ResolvedPath> {
  const walk = new PathWalk(path, followLast);
  while (await walk.step());
  return walk.result();
}

class PathWalk {
  readonly #asked: string;
  readonly #followLast: boolean;
  readonly #links: { link: string; target: string }[] = [];
  readonly #missing: string[] = [];
  #current: string;
  #pending: string[];

  constructor(path: string, followLast: boolean) {
    this.#asked = path;
    this.#followLast = followLast;
    this.#current = parse(path).root;
    this.#pending = pathParts(path.slice(this.#current.length));
  }

  result(): ResolvedPath {
    return { path: join(this.#current, ...this.#missing), links: this.#links, existing: this.#current };
  }

  /** Takes the next part; false if there is none. */
  async step(): Promise<boolean> {
    const part = this.#pending.shift();
    if (part === undefined) return false;
    if (this.#missing.length > 0) this.#addMissing(part);
    else if (part === '..') this.#current = dirname(this.#current);
    else await this.#enter(part);
    refuseKernelFiles(this.#current, this.#asked);
    return true;
  }

  async #enter(part: string): Promise<void> {
    const next = join(this.#current, part);
    const stats = await linkStats(next);
    const isLast = this.#pending.length === 0;
    if (!stats) this.#missing.push(part);
    else if (stats.isSymbolicLink() && (this.#followLast || !isLast)) await this.#follow(next);
    else if (isLast || stats.isDirectory()) this.#current = next;
    else throw new ToolError(`${next} is not a folder, so nothing lies below it`);
  }

  async #follow(link: string): Promise<void> {
    if (this.#links.length >= MAX_LINKS) {
      throw new ToolError(`${this.#asked} goes through more than ${MAX_LINKS} symbolic links`);
    }
    const target = await linkTarget(link);
    this.#links.push({ link, target });
    if (isAbsolute(target)) this.#current = parse(target).root;
    this.#pending = [...pathParts(target.slice(parse(target).root.length)), ...this.#pending];
  }

  #addMissing(part: string): void {
    if (part !== '..') this.#missing.push(part);
    else {
      const gone = join(this.#current, ...this.#missing);
      throw new ToolError(`${gone} does not exist, so ".." cannot follow it`);
    }
  }
}

/** @throws ToolError for a target that is not UTF-8: Node would take it for another one, which may be there, too */
async function linkTarget(link: string): Promise<string> {
  const target = pathFromBytes(await readlink(link, { encoding: 'buffer' }));
  if (typeof pathToBytes(target) === 'string') return target;
  throw new ToolError(
    `${link} leads to ${shownBytes(target)}, whose name is not UTF-8; this tool cannot open it, use execute_command`,
  );
}

function pathParts(path: string): string[] {
  return path.split(SEPARATORS).filter((part) => part !== '' && part !== '.');
}

async function linkStats(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES') throw new ToolError(`${dirname(path)} cannot be entered: permission denied`);
    if (code === 'ENAMETOOLONG')
      throw new ToolError(`The path is longer than the file system allows: ${path.slice(0, 200)}…`);
    throw new ToolError(`${path} cannot be looked at: ${code ?? 'unknown error'}`);
  }
}

/** Its entries are doors into processes, ours included, and its links lead where no path does. */
function refuseKernelFiles(current: string, asked: string): void {
  if (process.platform !== 'linux') return;
  if (current !== KERNEL_FILES && !current.startsWith(`${KERNEL_FILES}/`)) return;
  throw new ToolError(
    `${asked} leads into ${KERNEL_FILES}, which holds no files but views of processes; read it with execute_command`,
  );
}
