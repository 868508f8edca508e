import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { isInside } from '#core/files/inside';

/**
 * Folders of the data folder in which nothing refers to kept bytes: bytes themselves, and what other programs, images and people have
 * there. Every other file is read, also one that this version does not know, and the app log, which names what some records replaced.
 */
const WITHOUT_REFERENCES: ReadonlySet<string> = new Set([
  'ledger/content',
  'electron',
  'browser',
  'open',
  'boxes',
  'spool',
  'outputs',
  'js-packages',
  'venvs',
  'mounts',
  'images-read',
  'packing',
  'sockets',
  'sample-workspace',
]);
/** Names of the files of a branch that are read: what it began with. All others are a workspace's. */
const BRANCH_FILES = /^(?:bases|base)\.jsonl$/;
const BRANCH_FOLDERS = /^branches\/(?:trash\/)?[^/]+$/;

/** A file that may refer to kept bytes. */
export interface ReferringFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the data folder, with `/`. */
  readonly name: string;
}

/**
 * The files of the data folder that may refer to kept bytes. A link that leads out of it is followed: a person may have moved a part
 * of it to another disk. Pipes and sockets are left out.
 *
 * @param onProblem told of folders that cannot be read, and of links that lead to nothing now
 */
export async function referringFiles(
  dataFolder: string,
  onProblem: (name: string, error: unknown) => void,
): Promise<ReferringFile[]> {
  const found: ReferringFile[] = [];
  const links = new LeadingOut(dataFolder, onProblem);
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { entry, name } of await namedEntries(dataFolder, folder, onProblem)) {
      const kind = await links.kindOf(entry, name);
      if (kind === 'folder') folders.push(name);
      if (kind === 'file') found.push({ path: join(dataFolder, name), name });
    }
  }
  return found;
}

/** Links of the data folder that lead out of it, each place that is read once, so that no circle of links is followed. */
class LeadingOut {
  readonly #dataFolder: string;
  readonly #onProblem: (name: string, error: unknown) => void;
  readonly #seen = new Set<string>();

  constructor(dataFolder: string, onProblem: (name: string, error: unknown) => void) {
    this.#dataFolder = dataFolder;
    this.#onProblem = onProblem;
  }

  /** The kind of an entry, or of what it leads to; `undefined` for what is not read here. */
  async kindOf(entry: Dirent, name: string): Promise<ReadKind> {
    return entry.isSymbolicLink() ? await this.#kindOfTarget(name) : readKind(entry, name);
  }

  /** The kind of what a link leads to; `undefined` also for what is found without it, or is not there now. */
  async #kindOfTarget(name: string): Promise<ReadKind> {
    if (!isSearched(name) && !mayRefer(name)) return undefined;
    try {
      const [own, real] = [await realpath(this.#dataFolder), await realpath(join(this.#dataFolder, name))];
      if (isInside(own, real) || this.#seen.has(real)) return undefined;
      const kind = readKind(await stat(real), name);
      // A link that is not read does not use the place up.
      if (kind !== undefined) this.#seen.add(real);
      return kind;
    } catch (error) {
      this.#onProblem(name, error);
      return undefined;
    }
  }
}

type ReadKind = 'folder' | 'file' | undefined;

/** The kind of a file or folder that is read under this name; `undefined` for all others. */
function readKind(entry: Pick<Stats, 'isDirectory' | 'isFile'>, name: string): ReadKind {
  if (entry.isDirectory()) return isSearched(name) ? 'folder' : undefined;
  return entry.isFile() && mayRefer(name) ? 'file' : undefined;
}

function isSearched(name: string): boolean {
  return !name.startsWith('branches/') || BRANCH_FOLDERS.test(name);
}

const mayRefer = (name: string): boolean => !name.startsWith('branches/') || BRANCH_FILES.test(posix.basename(name));

/** Entries of a folder with their names in the data folder, without those in which nothing refers. */
async function namedEntries(
  dataFolder: string,
  folder: string,
  onProblem: (name: string, error: unknown) => void,
): Promise<{ readonly entry: Dirent; readonly name: string }[]> {
  const entries = await folderEntries(dataFolder, folder, onProblem);
  const named = entries.map((entry) => ({ entry, name: posix.join(folder, entry.name) }));
  return named.filter(({ name }) => !WITHOUT_REFERENCES.has(name));
}

async function folderEntries(
  dataFolder: string,
  folder: string,
  onProblem: (name: string, error: unknown) => void,
): Promise<Dirent[]> {
  try {
    return await readdir(join(dataFolder, folder), { withFileTypes: true });
  } catch (error) {
    // What has gone meanwhile refers to nothing.
    if (systemCodeOf(error) !== 'ENOENT') onProblem(folder, error);
    return [];
  }
}
