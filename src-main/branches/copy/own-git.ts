import { lstat, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { copyFolder } from '#process/copy-folder';

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
 * workspace (a linked working tree, a `.git` that is a link) is copied in; a setting that names the original's folder is taken out.
 * Answers with a sentence where that could not be done.
 */
export async function ownGit(place: GitCopyPlace): Promise<string | undefined> {
  const git = join(place.folder, place.at, '.git');
  try {
    const stats = await lstat(git);
    if (stats.isDirectory()) await cutFromOriginal(git, join(place.workspace, place.at, '.git'));
    else await bringIn(place, git, stats.isSymbolicLink());
    return undefined;
  } catch (error) {
    await rm(git, { recursive: true, force: true });
    const where = place.at === '' ? 'the workspace' : place.at;
    const why = error instanceof Error ? error.message : String(error);
    return `The repository of ${where} could not be copied, so the branch has none there: ${why}`;
  }
}

async function bringIn({ workspace, folder, at }: GitCopyPlace, git: string, isLink: boolean): Promise<void> {
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
  const commondir = await readFile(join(original, 'commondir'), 'utf8').catch(() => undefined);
  const common = commondir === undefined ? original : resolve(original, commondir.trim());
  await rm(git);
  await copyOrThrow(common, git);
  await cutFromOriginal(git, common);
  if (common !== original) await addOwnState(original, git);
}

/** Copies what belongs to a linked working tree alone: its HEAD, its index, operations in progress. */
async function addOwnState(original: string, git: string): Promise<void> {
  for (const entry of await readdir(original, { withFileTypes: true })) {
    if (LEADING_BACK.has(entry.name)) continue;
    const target = join(git, entry.name);
    if (entry.isFile()) await writeFile(target, await readFile(join(original, entry.name)));
    if (!entry.isDirectory() || entry.name !== 'logs') continue;
    await writeFile(join(git, 'logs', 'HEAD'), await readFile(join(original, 'logs', 'HEAD')).catch(() => ''));
  }
}

async function copyOrThrow(from: string, to: string): Promise<void> {
  const { problem } = await copyFolder(from, to);
  if (problem !== undefined) throw new Error(problem);
}

/** Takes out of a copied repository what names folders of the original. */
async function cutFromOriginal(git: string, original: string): Promise<void> {
  await rm(join(git, 'worktrees'), { recursive: true, force: true });
  for (const name of ['config', 'config.worktree']) {
    const file = join(git, name);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const kept = withoutWorktree(text);
    if (kept !== text) await writeFile(file, kept);
  }
  const alternates = join(git, 'objects', 'info', 'alternates');
  const lines = await readFile(alternates, 'utf8').catch(() => undefined);
  if (lines !== undefined) await writeFile(alternates, absoluteLines(lines, join(original, 'objects')));
}

/** The configuration without `core.worktree`, which names the original's files, and without `core.bare`, which says that there are none. */
export function withoutWorktree(config: string): string {
  let isCore = false;
  const lines = config.split('\n').filter((line) => {
    const section = /^\s*\[\s*([^\]\s"]+)/.exec(line)?.[1];
    if (section !== undefined) isCore = section.toLowerCase() === 'core';
    return !(isCore && /^\s*(worktree|bare)\s*=/i.test(line) && section === undefined);
  });
  return lines.join('\n');
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
