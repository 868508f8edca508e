import { mkdir, realpath, statfs, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { BranchMethod } from '#contract';
import { AppError } from '#core/app-error';
import { pathToBytes, shownBytes } from '#core/path-bytes';
import { copyFolder, copyMethod, type FolderCopyResult } from '#process/copy-folder';
import { type Base, baseOf, writeBase } from './base.ts';
import { ownGit, repositoriesIn } from './own-git.ts';
import { isOfGit, type WalkedTree, walkTree } from './walk-tree.ts';

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
  readonly base: Base;
  /** Relative paths of what changed in the meantime, as a person reads them. */
  readonly changedWhileCopied: string[];
  readonly remarks: string[];
}

/** Names and remarks that are told at most. */
const MOST_TOLD = 100;
/** Left free on the disk by a copy, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * Copies a workspace for a branch, and looks at it before and after, so that what changed meanwhile is named.
 *
 * @throws AppError INVALID_INPUT for a folder that cannot be copied, LIMIT_EXCEEDED without room, UNAVAILABLE; a part of it may be there
 */
export async function makeCopy(request: CopyRequest): Promise<BranchCopy> {
  const { workspace, folder, baseFile, signal } = request;
  await refuseOwnData(request);
  const before = await walkTree(workspace, signal);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const method = await copyMethod(workspace, folder);
  await failWithoutRoom(before, dirname(folder), method);
  const copied = await copyFolder(workspace, folder, { method, signal });
  if (copied.isFull) throw full(folder, copied.problem);
  const [after, first] = await Promise.all([walkTree(workspace, signal), walkTree(folder, signal)]);
  const remarks = [...(await withoutSpecial(folder, first)), ...missingIn(first, before, after, copied)];
  for (const at of repositoriesIn(first.keys())) {
    const problem = await ownGit({ workspace, folder, at });
    if (problem !== undefined) remarks.push(problem);
  }
  remarks.push(...leadingBack(first, workspace));
  const changed = differing(before, after);
  const base = baseOf(before, withoutKind(first, 'other'), changed);
  await writeBase(baseFile, base);
  const changedWhileCopied = [...changed].filter((path) => !isOfGit(path)).map(shownBytes);
  return {
    ...{ method: copied.method, base },
    changedWhileCopied: changedWhileCopied.slice(0, MOST_TOLD),
    remarks: remarks.slice(0, MOST_TOLD),
  };
}

async function refuseOwnData({ workspace, dataFolder }: CopyRequest): Promise<void> {
  const data = await realpath(dataFolder).catch(() => dataFolder);
  if (data !== workspace && !data.startsWith(`${workspace === '/' ? '' : workspace}/`)) return;
  throw new AppError('INVALID_INPUT', `${workspace} cannot be branched: Sigma Shell keeps its own data in it`, {
    where: data,
    advice: 'Open a folder inside it that has your project alone',
  });
}

/** A copy that shares blocks needs next to nothing. */
async function failWithoutRoom(tree: WalkedTree, target: string, method: BranchMethod): Promise<void> {
  let bytes = SPARE_BYTES;
  if (method === 'copy') for (const { kind, size } of tree.values()) if (kind === 'file') bytes += size;
  const { bavail, bsize } = await statfs(target);
  if (bavail * bsize >= bytes) return;
  throw full(target, `${megabytes(bytes)} are needed, and ${megabytes(bavail * bsize)} are free`);
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

function full(where: string, why: string | undefined): AppError {
  return new AppError('LIMIT_EXCEEDED', `There is no room for a branch: ${why ?? 'the disk is full'}`, {
    where,
    advice: 'Free some space, or erase branches that were dropped',
  });
}

/** Paths that were not the same, or not there, at both looks. */
function differing(before: WalkedTree, after: WalkedTree): Set<string> {
  const changed = new Set<string>();
  for (const [path, { print }] of before) if (after.get(path)?.print !== print) changed.add(path);
  for (const path of after.keys()) if (!before.has(path)) changed.add(path);
  return changed;
}

/** Pipes, sockets and devices are doors to programs of the original: a branch has none. */
async function withoutSpecial(folder: string, tree: WalkedTree): Promise<string[]> {
  const remarks: string[] = [];
  for (const [path, { kind }] of tree) {
    if (kind !== 'other') continue;
    await unlink(pathToBytes(`${folder}/${path}`)).catch(() => {});
    remarks.push(`${shownBytes(path)} is a pipe, a socket or a device, and is not in the branch`);
  }
  return remarks;
}

function missingIn(copy: WalkedTree, before: WalkedTree, after: WalkedTree, { problem }: FolderCopyResult): string[] {
  if (problem === undefined) return [];
  const missing = [...before.keys()].filter((path) => after.has(path) && !copy.has(path));
  if (missing.length === 0) return [`Not everything could be copied: ${problem}`];
  return missing.slice(0, MOST_TOLD).map((path) => `${shownBytes(path)} could not be copied: it may not be readable`);
}

/** Lists links that lead back: writing there would change the workspace itself, which the box does not allow. */
function leadingBack(tree: WalkedTree, workspace: string): string[] {
  const links = [...tree].filter(([, { target }]) => target === workspace || target?.startsWith(`${workspace}/`));
  return links.map(([path]) => `${shownBytes(path)} is a link that leads back into ${basename(workspace)} itself`);
}

function withoutKind(tree: WalkedTree, kind: 'other'): WalkedTree {
  return new Map([...tree].filter(([, entry]) => entry.kind !== kind));
}
