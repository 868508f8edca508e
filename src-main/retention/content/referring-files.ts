import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { systemCodeOf } from '#core/app-error';

/**
 * Folders of the data folder in which nothing refers to kept bytes: bytes themselves, and what other programs, images and people have
 * there. Every other file is read, also one that this version does not know, and the app log, which names what some records replaced.
 */
const WITHOUT_REFERENCES: ReadonlySet<string> = new Set([
  'ledger/content',
  ...['electron', 'browser', 'open', 'boxes', 'spool', 'outputs', 'js-packages', 'venvs'],
  ...['mounts', 'images-read', 'packing', 'sockets', 'sample-workspace'],
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
 * The files of the data folder that may refer to kept bytes. Links are not followed; pipes and sockets are left out.
 *
 * @param onProblem told of folders that cannot be read
 */
export async function referringFiles(
  dataFolder: string,
  onProblem: (name: string, error: unknown) => void,
): Promise<ReferringFile[]> {
  const found: ReferringFile[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await folderEntries(dataFolder, folder, onProblem);
    const named = entries.map((entry) => ({ entry, name: posix.join(folder, entry.name) }));
    folders.push(...named.filter(({ entry, name }) => entry.isDirectory() && isSearched(name)).map(({ name }) => name));
    const files = named.filter(({ entry, name }) => entry.isFile() && mayRefer(name));
    found.push(...files.map(({ name }) => ({ path: join(dataFolder, name), name })));
  }
  return found;
}

function isSearched(name: string): boolean {
  if (name.startsWith('branches/')) return BRANCH_FOLDERS.test(name);
  return !WITHOUT_REFERENCES.has(name);
}

const mayRefer = (name: string): boolean => !name.startsWith('branches/') || BRANCH_FILES.test(posix.basename(name));

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
