import { lstat, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { copyWhole } from './copy-whole.ts';

/** A repository of a workspace and its copy in the branch. */
export interface CopiedRepository {
  /** The copy. */
  readonly git: string;
  /** The repository that was copied; symlinks resolved. */
  readonly original: string;
  /** The workspace and the branch; symlinks resolved. */
  readonly workspace: string;
  readonly folder: string;
}

/** Parts that make a repository, which git writes to; links of other names, such as hooks, may lead where they like. */
const CORE = /^(?:HEAD|index|config(?:\.worktree)?|packed-refs|refs|logs|objects|shallow)(?:\/|$)/;
/** Folders with the objects by the first digits of their names: no door to anything, and many. */
const OF_OBJECTS = /^(?:[0-9a-f]{2}|pack)$/;

/**
 * Puts in the place of each link of a copied repository that leads out of it what it leads to, so that nothing that is written
 * through one reaches the original (`git-new-workdir` makes such repositories).
 *
 * @throws Error where one leads to what is no part of a repository, which may be anything; file system errors
 */
export async function replaceLinks(copied: CopiedRepository, within = ''): Promise<void> {
  const { git } = copied;
  for (const entry of await readdir(join(git, within), { withFileTypes: true })) {
    if (within === 'objects' && OF_OBJECTS.test(entry.name)) continue;
    const path = join(within, entry.name);
    // What a link stood for may have links of its own.
    const isFolder = entry.isSymbolicLink() ? await replaceLink(copied, path) : entry.isDirectory();
    if (isFolder) await replaceLinks(copied, path);
  }
}

/** Answers whether a folder of the original has come in its place. */
async function replaceLink({ git, original, workspace, folder }: CopiedRepository, path: string): Promise<boolean> {
  const at = join(git, path);
  const target = await readlink(at);
  const real = await realpath(resolve(dirname(join(original, path)), target)).catch(() => undefined);
  if (real === undefined) {
    // It leads nowhere, such as a HEAD to a branch without a commit; by its full path it could lead to the original one day.
    if (isAbsolute(target)) await rm(at);
    return false;
  }
  const inCopy = placeInCopy(real, [original, git]) ?? placeInCopy(real, [workspace, folder]);
  const isPart = real.endsWith(`/${path}`) && (await isRepository(real.slice(0, -path.length - 1)));
  if (inCopy === undefined && !isPart) {
    if (CORE.test(path)) throw new Error(`${path} in it is a link to ${real}, which is no part of a repository`);
    return false;
  }
  await rm(at);
  if (inCopy !== undefined) {
    await symlink(relative(dirname(at), inCopy), at);
    return false;
  }
  await copyWhole(real, at);
  return (await lstat(at)).isDirectory();
}

const placeInCopy = (real: string, [from, to]: readonly [string, string]): string | undefined =>
  real.startsWith(`${from}/`) ? `${to}${real.slice(from.length)}` : undefined;

/** Whether a folder is a repository, or a linked working tree's own part of one (gitrepository-layout). */
export async function isRepository(folder: string): Promise<boolean> {
  const has = async (name: string) => (await lstat(join(folder, name)).catch(() => undefined)) !== undefined;
  if (!(await has('HEAD'))) return false;
  return (await has('commondir')) || ((await has('objects')) && (await has('refs')));
}
