/** The repositories that git would use in a folder, as far as they can be read and lie where they may. */

import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { realPathAtOnce } from '#core/files/real-path';
import { isWithinRoots } from '../path-judge.ts';
import type { GitSetting } from './config-text.ts';
import { existsNow, linksIn, readGitFile } from './files-at-once.ts';
import { readSettings } from './settings-files.ts';

export interface GitPlace {
  /** Absolute, without links in it. */
  readonly workspace: string;
  /** Absolute. */
  readonly home: string;
}

export interface Repository {
  /** The working tree. */
  readonly top: string;
  /** Folder of HEAD and the index: `.git`, or the one named in a file of that name. */
  readonly gitFolder: string;
  readonly settings: readonly GitSetting[];
}

export type ResultOrReason<T> = T | { readonly why: string };

const ELSEWHERE = { why: 'the repository lies elsewhere' };
const OF_ANOTHER = 'the repository takes its contents from another one';
const MAX_BYTES = 100_000;

/** Repositories from the folder upwards to the workspace; a `.git` that is none makes git go on to the next, so that all of them count. */
export async function repositoriesFrom(
  folder: string,
  place: GitPlace,
): Promise<ResultOrReason<{ readonly repositories: readonly Repository[] }>> {
  const start = realPathAtOnce(folder);
  if (start === undefined || !isWithinRoots(start, [place.workspace]))
    return { why: 'git would run outside the workspace' };
  const all = upwardsFrom(start);
  if (all.some(isBare)) return { why: 'the folder is itself a repository' };
  const repositories: Repository[] = [];
  for (const at of all.filter((one) => isWithinRoots(one, [place.workspace]))) {
    const found = await repositoryAt(at, place);
    if (found && 'why' in found) return found;
    if (found) repositories.push(found);
  }
  const isBeyond = repositories.length === 0 && all.some((at) => existsNow(join(at, '.git')));
  return isBeyond ? { why: 'the repository reaches beyond the workspace' } : { repositories };
}

/** A folder may itself be a repository without a working tree. */
const isBare = (folder: string): boolean => existsNow(join(folder, 'HEAD')) && existsNow(join(folder, 'objects'));

function upwardsFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwardsFrom(above)];
}

/** Reads the repository at a folder; undefined if there is none. */
export async function repositoryAt(top: string, place: GitPlace): Promise<ResultOrReason<Repository> | undefined> {
  const path = join(top, '.git');
  if (!existsNow(path)) return undefined;
  const gitFolder = await gitFolderOf(path);
  if (gitFolder === undefined) return ELSEWHERE;
  const common = await commonFolderOf(gitFolder);
  if (common === undefined || !(await isOurs(path, gitFolder, common, place.workspace))) return ELSEWHERE;
  const elsewhere = await whyObjectsElsewhere(common, place.workspace);
  if (elsewhere !== undefined) return { why: elsewhere };
  const files = [join(common, 'config'), join(common, 'config.worktree'), join(gitFolder, 'config.worktree')];
  const read = await readSettings(files, place.home);
  if ('why' in read) return read;
  for (const { value } of read.settings.filter((one) => one.section === 'core' && one.key === 'worktree')) {
    if (realPathAtOnce(resolve(gitFolder, value ?? '')) !== top) return { why: 'its working tree lies elsewhere' };
  }
  return { top, gitFolder, settings: read.settings };
}

async function gitFolderOf(path: string): Promise<string | undefined> {
  if ((await stat(path)).isDirectory()) return realPathAtOnce(path);
  const reading = await readGitFile(path, MAX_BYTES);
  const named = reading.state === 'text' ? /^gitdir: ([^\n]+)\n*$/.exec(reading.text)?.[1] : undefined;
  return named === undefined ? undefined : realPathAtOnce(resolve(dirname(path), named.trimEnd()));
}

/** Folder of the repository that a working tree beside the first belongs to. */
async function commonFolderOf(gitFolder: string): Promise<string | undefined> {
  const reading = await readGitFile(join(gitFolder, 'commondir'), MAX_BYTES);
  if (reading.state === 'missing') return gitFolder;
  return reading.state === 'text' ? realPathAtOnce(resolve(gitFolder, reading.text.trim())) : undefined;
}

/**
 * Whether the repository is in the workspace, or elsewhere but itself lists this working tree, which nothing in the
 * workspace could have caused.
 */
async function isOurs(path: string, gitFolder: string, common: string, workspace: string): Promise<boolean> {
  if (isWithinRoots(gitFolder, [workspace]) && isWithinRoots(common, [workspace])) return true;
  if (dirname(gitFolder) !== join(common, 'worktrees')) return false;
  const reading = await readGitFile(join(gitFolder, 'gitdir'), MAX_BYTES);
  return reading.state === 'text' && realPathAtOnce(reading.text.trim()) === path;
}

async function whyObjectsElsewhere(common: string, workspace: string): Promise<string | undefined> {
  const objects = join(common, 'objects');
  const real = realPathAtOnce(objects);
  if (real !== undefined && real !== objects) return ELSEWHERE.why;
  const linked = [...linksIn(objects), ...linksIn(join(objects, 'pack'))].map(realPathAtOnce);
  if (linked.some((at) => at !== undefined && !isWithinRoots(at, [workspace]))) return OF_ANOTHER;
  const reading = await readGitFile(join(objects, 'info', 'alternates'), MAX_BYTES);
  if (reading.state === 'missing') return undefined;
  const folders = reading.state === 'text' ? reading.text.split('\n').filter((line) => /^[^#]/.test(line)) : ['/'];
  for (const folder of folders) {
    const at = realPathAtOnce(resolve(objects, folder));
    if (at === undefined || !isWithinRoots(at, [workspace])) return OF_ANOTHER;
  }
  return undefined;
}
