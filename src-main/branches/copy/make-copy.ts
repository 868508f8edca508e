import { mkdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BranchMethod } from '#contract';
import { AppError } from '#core/app-error';
import { realOrSame } from '#core/files/real-path';
import { removeFolder } from '#core/files/remove-folder';
import type { Logger } from '#core/logger';
import { copyFolder, copyMethod } from '#process/copy-folder';
import { copyFindings } from './clone-findings.ts';
import { cloneFolder } from './clone-folder.ts';
import { CopyLooks } from './copy-looks.ts';
import type { CopyFindings } from './look-messages.ts';
import { MAX_TOLD } from './look-words.ts';
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
  /** Absolute path of the program that clones folders; without it `cp` copies. */
  readonly cloneProgram?: string | undefined;
  readonly log?: Logger | undefined;
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

/** Room that a copy leaves free on the disk, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * Copies a workspace for a branch, and names what changed meanwhile.
 *
 * @throws AppError INVALID_INPUT for a folder that cannot be copied, LIMIT_EXCEEDED without room, UNAVAILABLE; a part of it may be there
 */
export async function makeCopy(request: CopyRequest): Promise<BranchCopy> {
  const { workspace, folder } = request;
  await refuseOwnData(request);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const wanted = await copyMethod(workspace, folder);
  const cloned = wanted === 'reflink' ? await cloneAndLook(request) : undefined;
  const { method, look } = cloned ?? (await copyAndLook(request, wanted));
  const remarks = [...look.missing];
  for (const at of look.repositories) {
    const problemOfGit = await ownGit({ workspace, folder, at });
    if (problemOfGit !== undefined) remarks.push(problemOfGit);
  }
  remarks.push(...look.leadingBack);
  const { entries, changedWhileCopied } = look;
  return { method, entries, changedWhileCopied, remarks: remarks.slice(0, MAX_TOLD) };
}

interface LookedCopy {
  readonly method: BranchMethod;
  readonly look: CopyFindings;
}

/** Copies by the program that looks at each entry as it copies it; undefined, with nothing there, where it cannot. */
async function cloneAndLook(request: CopyRequest): Promise<LookedCopy | undefined> {
  const { workspace, folder, baseFile, cloneProgram: program, log, signal } = request;
  if (program === undefined) return undefined;
  await failWithoutRoom(0, dirname(folder));
  const cloned = await cloneFolder({ program, workspace, folder, baseFile, signal });
  if ('full' in cloned) throw full(folder, cloned.full);
  if (!('unable' in cloned)) return { method: 'reflink', look: copyFindings(cloned, workspace) };
  log?.warn('branch.not-cloned', { workspace, error: cloned.unable });
  await removeFolder(folder);
  return undefined;
}

/** Copies by `cp`, and looks before and after. The looks are another thread's, so that the host does not wait for them. */
async function copyAndLook(request: CopyRequest, method: BranchMethod): Promise<LookedCopy> {
  const { workspace, folder, baseFile, signal } = request;
  await using looks = new CopyLooks(signal);
  const bytes = await looks.before(workspace);
  await failWithoutRoom(method === 'copy' ? bytes : 0, dirname(folder));
  const copied = await copyFolder(workspace, folder, { method, signal });
  const { problem } = copied;
  if (copied.isFull) throw full(folder, problem);
  return { method: copied.method, look: await looks.after({ workspace, folder, baseFile, problem }) };
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
