import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { GitHead } from '#contract';
import { READ_NONBLOCKING } from '#core/files/open-flags';

/** Longest file of git's that is read whole for it, in bytes. */
const MAX_BYTES = 4_000_000;
/** Bytes of `packed-refs` that are held at once; repositories of large servers have hundreds of megabytes of it. */
const CHUNK_BYTES = 1_000_000;
/** Longest name of a commit, in hexadecimal digits. */
const MAX_COMMIT = 64;
/** Branch that HEAD names where a repository keeps its own in tables (git's `reftable` format), which are not read. */
const IN_TABLES = 'refs/heads/.invalid';
const COMMIT = /^[0-9a-f]{40,64}$/;

/**
 * Reads HEAD of a folder's repository, from git's own files: nothing is run. `undefined` if the folder is not a
 * repository, or its HEAD cannot be read.
 */
export async function readHead(folder: string): Promise<GitHead | undefined> {
  const git = await gitFolder(folder);
  const head = git === undefined ? undefined : await fileText(join(git, 'HEAD'));
  if (git === undefined || head === undefined) return undefined;
  if (COMMIT.test(head)) return { commit: head };
  const ref = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  // A name such as `refs/../../x` is none of git's.
  if (ref === undefined || ref.includes('..') || ref === IN_TABLES) return undefined;
  const commit = await commitOf(git, ref);
  return { ref, ...(commit !== undefined && { commit }) };
}

export function isSameHead(one: GitHead, other: GitHead): boolean {
  return one.ref === other.ref && one.commit === other.commit;
}

/** Finds git's folder; in a worktree `.git` is a file that names it. */
async function gitFolder(folder: string): Promise<string | undefined> {
  const git = join(folder, '.git');
  if ((await fileText(join(git, 'HEAD'))) !== undefined) return git;
  const named = /^gitdir: (.+)$/.exec((await fileText(git)) ?? '')?.[1];
  return named === undefined ? undefined : resolve(folder, named);
}

async function commitOf(git: string, ref: string): Promise<string | undefined> {
  const common = resolve(git, (await fileText(join(git, 'commondir'))) ?? '.');
  for (const place of [git, common]) {
    const loose = await fileText(join(place, ref));
    if (loose !== undefined && COMMIT.test(loose)) return loose;
  }
  return await packedCommit(join(common, 'packed-refs'), ref);
}

/** Looks for a reference in git's file of many, however long that is. */
async function packedCommit(path: string, ref: string): Promise<string | undefined> {
  try {
    await using file = await open(path, READ_NONBLOCKING);
    return (await file.stat()).isFile() ? await commitIn(file, ref) : undefined;
  } catch {
    return undefined;
  }
}

async function commitIn(file: FileHandle, ref: string): Promise<string | undefined> {
  const sought = Buffer.from(` ${ref}\n`);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let held = Buffer.alloc(0);
  for (let isOver = false; !isOver; ) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    isOver = bytesRead === 0;
    // The last line need not end.
    held = Buffer.concat([held, isOver ? Buffer.from('\n') : chunk.subarray(0, bytesRead)]);
    const at = held.indexOf(sought);
    if (at >= 0) return COMMIT.exec(held.toString('latin1', held.lastIndexOf('\n', at) + 1, at))?.[0];
    held = held.subarray(-(MAX_COMMIT + sought.length));
  }
  return undefined;
}

/** A pipe or device in its place is not read. */
async function fileText(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path, READ_NONBLOCKING);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    return (await file.readFile('utf8')).trimEnd();
  } catch {
    return undefined;
  }
}
