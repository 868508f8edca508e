import { lstat, open, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { READ_NONBLOCKING } from '#core/files/open-flags';
import { realOrSame } from '#core/files/real-path';
import { copyWhole } from './copy-whole.ts';
import { type CopiedRepository, isRepository, replaceLinks } from './git-links.ts';
import { withoutWorktree } from './git-settings.ts';

export interface GitCopyPlace {
  /** The workspace that was copied, and its copy; both absolute, symlinks resolved. */
  readonly workspace: string;
  readonly folder: string;
  /** The folder in both that has a `.git`, relative; empty for the top. */
  readonly at: string;
}

/** Files of a linked working tree's own folder that lead back to the repository that it is linked to. */
const LEADING_BACK: ReadonlySet<string> = new Set(['commondir', 'gitdir', 'locked']);

/**
 * Makes the copied `.git` a repository of its own, so that no git command in the branch writes to the original: what lies outside the
 * workspace (a linked working tree, a `.git` that is a link or has links) is copied in; a setting that names the original's folder is
 * taken out. Answers with a sentence where that could not be done.
 */
export async function ownGit(place: GitCopyPlace): Promise<string | undefined> {
  const git = join(place.folder, place.at, '.git');
  try {
    const stats = await lstat(git);
    if (stats.isDirectory()) {
      const original = await realpath(join(place.workspace, place.at, '.git'));
      await cutFromOriginal({ ...place, git, original });
    } else await bringIn(place, git, stats.isSymbolicLink());
    return undefined;
  } catch (error) {
    await rm(git, { recursive: true, force: true });
    const where = place.at === '' ? 'the workspace' : place.at;
    const why = error instanceof Error ? error.message : String(error);
    return `The repository of ${where} could not be copied, so the branch has none there: ${why}`;
  }
}

async function bringIn(place: GitCopyPlace, git: string, isLink: boolean): Promise<void> {
  const { workspace, folder, at } = place;
  const from = join(workspace, at);
  const named = isLink ? await readlink(git) : gitdirOf(await readFile(git, 'utf8'));
  const original = await realpath(resolve(from, named));
  if (original === workspace || original.startsWith(`${workspace}/`)) {
    // Its copy lies in the branch.
    const copied = `${folder}${original.slice(workspace.length)}`;
    if (!(await isRepository(copied))) throw new Error(`${original} has no copy in the branch`);
    if (isAbsolute(named)) await nameCopy(git, copied, isLink);
    return;
  }
  // Whatever a file names would be copied to where the branch can read it.
  if (!(await isRepository(original))) throw new Error(`${original} is no repository`);
  await rm(git);
  if ((await commonOf(original)) === undefined) await copyWhole(original, git);
  await cutFromOriginal({ ...place, git, original });
}

async function nameCopy(git: string, copied: string, isLink: boolean): Promise<void> {
  if (isLink) throw new Error('it is a link into the workspace by its full path');
  await writeFile(git, `gitdir: ${copied}\n`);
}

/** The repository that a linked working tree's own folder belongs to; `undefined` if it is one itself. */
async function commonOf(original: string): Promise<string | undefined> {
  const commondir = await regularText(join(original, 'commondir'), 'utf8');
  if (commondir === undefined) return undefined;
  const common = await realpath(resolve(original, commondir.trim()));
  if (!(await isRepository(common))) throw new Error(`${common} is no repository`);
  return common;
}

/** Copies what belongs to a linked working tree alone: its HEAD, its index, its settings, operations in progress. */
async function addOwnState(original: string, git: string): Promise<void> {
  for (const { name } of await readdir(original, { withFileTypes: true })) {
    if (!LEADING_BACK.has(name)) await copyWhole(join(original, name), join(git, name));
  }
}

/** Takes out of a copied repository what leads to the original, or names folders of it. */
async function cutFromOriginal(copied: CopiedRepository): Promise<void> {
  const { git, original } = copied;
  const common = await commonOf(original);
  if (common !== undefined) {
    await copyWhole(common, git);
    await addOwnState(original, git);
    for (const name of LEADING_BACK) await rm(join(git, name), { force: true });
  }
  await ownWorktrees(copied, common === undefined);
  await replaceLinks({ ...copied, original: common ?? original });
  await cutSettings(git, () => true);
  await cutSubmodules(join(git, 'modules'));
  const alternates = join(git, 'objects', 'info', 'alternates');
  const lines = await regularText(alternates, 'utf8');
  if (lines !== undefined) await writeFile(alternates, absoluteLines(lines, join(common ?? original, 'objects')));
}

/**
 * Leaves a copied repository those linked working trees that lie in the workspace, as these are in the branch, too, and name it.
 *
 * @param isWhole whether it is the repository itself, not one that was put together
 */
async function ownWorktrees(copied: CopiedRepository, isWhole: boolean): Promise<void> {
  const { git, original, workspace, folder } = copied;
  const all = join(git, 'worktrees');
  const isNamed = isWhole && original.startsWith(`${workspace}/`) && (await isFolder(all));
  if (!isNamed) return await rm(all, { recursive: true, force: true });
  for (const name of await readdir(all)) {
    const [own, from] = [join(all, name), join(original, 'worktrees', name)];
    const named = (await isFolder(own)) ? await regularText(join(own, 'gitdir'), 'utf8') : undefined;
    const tree = named === undefined ? undefined : await realOrSame(dirname(resolve(from, named.trim())));
    if (tree?.startsWith(`${workspace}/`)) {
      await replaceLinks({ ...copied, git: own, original: from });
      await writeAnew(join(own, 'gitdir'), `${folder}${tree.slice(workspace.length)}/.git\n`);
      await writeAnew(join(own, 'commondir'), '../..\n');
      await cutSettings(own, () => true);
      await cutSubmodules(join(own, 'modules'));
    } else await rm(own, { recursive: true, force: true });
  }
}

/** Writes a file, never through a link that lies there. */
async function writeAnew(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, text);
}

const isFolder = async (path: string) => (await lstat(path).catch(() => undefined))?.isDirectory() === true;

async function cutSettings(git: string, isCut: Parameters<typeof withoutWorktree>[1]): Promise<void> {
  for (const name of ['config', 'config.worktree']) {
    const file = join(git, name);
    // As bytes: names and comments in it may be of any encoding.
    const text = await regularText(file, 'latin1');
    if (text === undefined) continue;
    const kept = withoutWorktree(text, isCut);
    if (kept !== text) await writeFile(file, kept, 'latin1');
  }
}

/** Cuts what old versions of git wrote for submodules: their folders in the original by the full path. */
async function cutSubmodules(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory()) continue;
    const module = join(folder, entry.name);
    const isModule = await isRepository(module);
    if (isModule) await cutSettings(module, (name, value) => name === 'worktree' && isAbsolute(value));
    await cutSubmodules(isModule ? join(module, 'modules') : module);
  }
}

/** The text of a file; `undefined` if there is none. A pipe is not waited for. @throws Error if it is no regular file */
async function regularText(path: string, encoding: BufferEncoding): Promise<string | undefined> {
  try {
    await using file = await open(path, READ_NONBLOCKING);
    if (!(await file.stat()).isFile()) throw new Error(`${path} is no regular file`);
    return await file.readFile(encoding);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Object stores that are named relative to the original's are named whole. */
function absoluteLines(text: string, objects: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' || line.startsWith('#') || isAbsolute(line) ? line : resolve(objects, line)))
    .join('\n');
}

function gitdirOf(text: string): string {
  const named = /^gitdir: (.+)$/m.exec(text)?.[1]?.trim();
  if (named === undefined) throw new Error('its file .git names no folder');
  return named;
}
