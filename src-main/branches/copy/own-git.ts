import { lstat, open, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { READ_NONBLOCKING } from '#core/files/open-flags';
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
  const inside = original === workspace || original.startsWith(`${workspace}/`);
  if (inside) {
    // Its copy lies in the branch.
    if (isAbsolute(named) && !isLink) await writeFile(git, `gitdir: ${folder}${original.slice(workspace.length)}\n`);
    if (isAbsolute(named) && isLink) throw new Error('it is a link into the workspace by its full path');
    return;
  }
  // Whatever a file names would be copied to where the branch can read it.
  if (!(await isRepository(original))) throw new Error(`${original} is no repository`);
  await rm(git);
  if ((await commonOf(original)) === undefined) await copyWhole(original, git);
  await cutFromOriginal({ ...place, git, original });
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
  await rm(join(git, 'worktrees'), { recursive: true, force: true });
  await replaceLinks({ ...copied, original: common ?? original });
  await cutSettings(git, () => true);
  await cutSubmodules(join(git, 'modules'));
  const alternates = join(git, 'objects', 'info', 'alternates');
  const lines = await regularText(alternates, 'utf8');
  if (lines !== undefined) await writeFile(alternates, absoluteLines(lines, join(common ?? original, 'objects')));
}

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
