import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { messageOf } from '#core/app-error';
import { isAbsent } from '../content/describe-file.ts';
import { mapBounded } from '../map-bounded.ts';
import type { WatchLimits } from './watch-limits.ts';

/** libuv has four threads for files; a few more requests keep them busy, many more keep others waiting. */
const PARALLEL = 8;
/** Sentences of one kind beyond these are summed up. */
const MAX_NAMED = 20;

export interface TreeEntry {
  readonly path: string;
  readonly stats: BigIntStats;
}

export interface TreeListing {
  /** In the same order whenever the tree is the same: level by level, by name. */
  readonly entries: readonly TreeEntry[];
  /** Folders of which every entry is there. */
  readonly listed: ReadonlySet<string>;
  /** What was left out, and why; short sentences. */
  readonly leftOut: readonly string[];
}

export interface ListOptions {
  readonly root: string;
  readonly limits: Pick<WatchLimits, 'maxEntries' | 'unwatchedFolders'>;
  /** Absolute paths of folders that are not looked into. */
  readonly excluded: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Everything below `root`, links not followed, other file systems not entered. What vanishes meanwhile is left out. */
export async function listTree(options: ListOptions): Promise<TreeListing> {
  const { root, limits, signal } = options;
  const entries: TreeEntry[] = [];
  // Of a root that is not there, everything is known.
  const listed = new Set([root]);
  const leftOut = new LeftOut(root);
  const rootStats = await lstat(root, { bigint: true }).catch(() => undefined);
  let level = rootStats?.isDirectory() ? [root] : [];
  if (rootStats) listed.clear();
  while (level.length > 0) {
    const found = await mapBounded(level, PARALLEL, (folder) => readFolder(folder, leftOut));
    const paths = takeWhole(found, limits.maxEntries - entries.length, listed, leftOut);
    const stats = await mapBounded(paths, PARALLEL, async (path) => {
      signal?.throwIfAborted();
      return { path, stats: await statsOf(path, leftOut) };
    });
    const present = stats.filter((entry): entry is TreeEntry => entry.stats !== undefined);
    for (const entry of present) entries.push(entry);
    level = present
      .filter((entry) => entry.stats.isDirectory() && isEntered(entry, rootStats?.dev, options, leftOut))
      .map((entry) => entry.path);
  }
  return { entries, listed, leftOut: leftOut.sentences() };
}

/** Adds whole folders while they fit, so that for each it is known whether all of it was seen. */
function takeWhole(
  found: readonly { readonly folder: string; readonly paths: readonly string[] | undefined }[],
  room: number,
  listed: Set<string>,
  leftOut: LeftOut,
): string[] {
  const taken: string[] = [];
  for (const { folder, paths } of found) {
    if (!paths) continue;
    if (taken.length + paths.length > room) {
      leftOut.add(folder, 'there are too many files in the workspace');
      continue;
    }
    listed.add(folder);
    for (const path of paths) taken.push(path);
  }
  return taken;
}

function isEntered(entry: TreeEntry, device: bigint | undefined, options: ListOptions, leftOut: LeftOut): boolean {
  const name = basename(entry.path);
  const holds = Object.hasOwn(options.limits.unwatchedFolders, name) && options.limits.unwatchedFolders[name];
  if (holds) leftOut.add(entry.path, `it holds ${holds}`);
  else if (options.excluded.includes(entry.path)) leftOut.add(entry.path, "it holds Sigma Shell's own record");
  else if (entry.stats.dev !== device) leftOut.add(entry.path, 'it is another file system');
  else return true;
  return false;
}

async function readFolder(folder: string, leftOut: LeftOut): Promise<{ folder: string; paths: string[] | undefined }> {
  try {
    return { folder, paths: (await readdir(folder)).sort().map((name) => join(folder, name)) };
  } catch (error) {
    if (!isAbsent(error)) leftOut.add(folder, `it cannot be read: ${messageOf(error)}`);
    return { folder, paths: undefined };
  }
}

async function statsOf(path: string, leftOut: LeftOut): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    // Node reads names as UTF-8, so that other bytes in them are lost.
    if (path.includes('\uFFFD')) leftOut.add(path, 'its name is not UTF-8');
    else if (!isAbsent(error)) leftOut.add(path, messageOf(error));
    return undefined;
  }
}

class LeftOut {
  readonly #root: string;
  readonly #reasons = new Map<string, string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  add(path: string, reason: string): void {
    const paths = this.#reasons.get(reason);
    if (paths) paths.push(path);
    else this.#reasons.set(reason, [path]);
  }

  sentences(): string[] {
    return [...this.#reasons].flatMap(([reason, paths]) => {
      const named = paths.slice(0, MAX_NAMED).map((path) => `${this.#shown(path)} is not watched: ${reason}`);
      const more = paths.length - named.length;
      return more > 0 ? [...named, `${more} more are not watched for the same reason: ${reason}`] : named;
    });
  }

  #shown(path: string): string {
    return relative(this.#root, path) || this.#root;
  }
}
