import { mkdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BranchMethod } from '#contract';
import { AppError } from '#core/app-error';
import { realOrSame } from '#core/files/real-path';
import { copyFolder, copyMethod } from '#process/copy-folder';
import { CopyLooks } from './copy-looks.ts';
import { MOST_TOLD } from './look-after.ts';
import { ownGit } from './own-git.ts';

export interface CopyRequest {
  /** Real path of the workspace. */
  readonly workspace: string;
  /** Absolute path that is not there yet; its last name is what a person sees. */
  readonly folder: string;
  /** File that records the initial state of the copy. */
  readonly baseFile: string;
  /** Absolute path of the app's own data, which no copy may have in it. */
  readonly dataFolder: string;
  readonly signal?: AbortSignal | undefined;
}

export interface BranchCopy {
  readonly method: BranchMethod;
  /** Number of entries that were copied. */
  readonly entries: number;
  /** Relative paths of what changed in the meantime, as a person reads them. */
  readonly changedWhileCopied: string[];
  readonly remarks: string[];
}

/** Left free on the disk by a copy, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * Copies a workspace for a branch, and looks at it before and after, so that what changed meanwhile is named. The looks are another
 * thread's, so that the host does not wait for them.
 *
 * @throws AppError INVALID_INPUT for a folder that cannot be copied, LIMIT_EXCEEDED without room, UNAVAILABLE; a part of it may be there
 */
export async function makeCopy(request: CopyRequest): Promise<BranchCopy> {
  const { workspace, folder, baseFile, signal } = request;
  await refuseOwnData(request);
  await using looks = new CopyLooks(signal);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const method = await copyMethod(workspace, folder);
  const bytes = await looks.before(workspace);
  await failWithoutRoom(method === 'copy' ? bytes : 0, dirname(folder));
  const copied = await copyFolder(workspace, folder, { method, signal });
  const { problem } = copied;
  if (copied.isFull) throw full(folder, problem);
  const look = await looks.after({ workspace, folder, baseFile, problem });
  const remarks = [...look.missing];
  for (const at of look.repositories) {
    const problemOfGit = await ownGit({ workspace, folder, at });
    if (problemOfGit !== undefined) remarks.push(problemOfGit);
  }
  remarks.push(...look.leadingBack);
  const { entries, changedWhileCopied } = look;
  return { method: copied.method, entries, changedWhileCopied, remarks: remarks.slice(0, MOST_TOLD) };
}

async function refuseOwnData({ workspace, dataFolder }: CopyRequest): Promise<void> {
  const data = await realOrSame(dataFolder);
  if (data !== workspace && !data.startsWith(`${workspace === '/' ? '' : workspace}/`)) return;
  throw new AppError('INVALID_INPUT', `${workspace} cannot be branched: Sigma Shell keeps its own data in it`, {
    where: data,
    advice: 'Open a folder inside it that has your project alone',
  });
}

/** @param bytes of the files; none where they share their blocks */
async function failWithoutRoom(bytes: number, target: string): Promise<void> {
  const { bavail, bsize } = await statfs(target);
  const needed = bytes + SPARE_BYTES;
  if (bavail * bsize >= needed) return;
  throw full(target, `${megabytes(needed)} are needed, and ${megabytes(bavail * bsize)} are free`);
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

function full(where: string, why: string | undefined): AppError {
  return new AppError('LIMIT_EXCEEDED', `There is no room for a branch: ${why ?? 'the disk is full'}`, {
    where,
    advice: 'Free some space, or erase branches that were dropped',
  });
}
