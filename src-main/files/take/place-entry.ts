import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { FileState } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { pinFolder, systemReason } from '#core/files/pinned-folder';
import { temporaryNameFor } from '#core/files/temporary-name';
import { type ContentStore, describeFile } from '#ledger';
import { copyAttributes } from '#process/copy-attributes';
import { type RunContext, ToolError } from '#tools';
import { reconcileLedger } from '../review/reconcile-ledger.ts';
import type { WantedPath } from './wanted-path.ts';

/**
 * Makes a path of the workspace what it is in the branch. Recorded first, what was there kept. Answers why it was not
 * done; `undefined` if it was, or is so already.
 */
export async function placeEntry(
  wanted: WantedPath,
  { record, callId }: RunContext,
  content: ContentStore,
): Promise<string | undefined> {
  const { path, from } = wanted;
  try {
    for (const folder of await missingFolders(path)) {
      const after: FileState = { kind: 'directory', size: 0, mode: 0o755 };
      await record('file.changed', { path: folder, change: 'created', after, callId, origin: 'tool' });
      await mkdir(pathToBytes(folder), { mode: 0o755 });
    }
  } catch (error) {
    return systemReason(error);
  }
  const before = await describeFile(path, content);
  const after = wanted.after.kind === 'absent' ? undefined : await describeFile(from, content);
  if (isSameState(before, after)) return undefined;
  const change = before ? (after ? 'modified' : 'deleted') : 'created';
  const states = { ...(before && { before }), ...(after && { after }) };
  const event = await record('file.changed', { path, change, ...states, callId, origin: 'tool' });
  try {
    await make(wanted, before);
    return undefined;
  } catch (error) {
    const reason = systemReason(error);
    await reconcileLedger([{ event, path, after }], `${path} could not be taken: ${reason}`, record);
    return reason;
  }
}

function isSameState(one: FileState | undefined, other: FileState | undefined): boolean {
  if (!one || !other) return one === other;
  const hasMode = one.kind !== 'symlink';
  return one.kind === other.kind && one.hash === other.hash && (!hasMode || one.mode === other.mode);
}

/** Folders above a path that are not there, outermost first. @throws ToolError if a link or a file is on the way */
async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const stats = await lstat(pathToBytes(folder)).catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') return undefined;
      throw error;
    });
    if (stats?.isDirectory()) return missing;
    if (stats) throw new ToolError(`${folder} is no folder, so nothing can be put into it`);
    missing.unshift(folder);
  }
  return missing;
}

/**
 * Creates the entry in a folder that is held open, so that no link swapped in leads elsewhere. @throws file system
 * errors
 */
async function make({ path, from, after }: WantedPath, before: FileState | undefined): Promise<void> {
  await using folder = await pinFolder(dirname(path));
  const at = pathToBytes(folder.at(basename(path)));
  if (before?.kind === 'directory' && after.kind !== 'directory') await rmdir(at);
  switch (after.kind) {
    case 'absent':
      if (before?.kind !== 'directory') await unlink(at);
      return;
    case 'directory':
      if (before && before.kind !== 'directory') await unlink(at);
      if (before?.kind !== 'directory') await mkdir(at, { mode: 0o700 });
      await chmod(at, after.mode);
      return;
    case 'symlink':
      await under(folder.at(temporaryNameFor('link')), at, (temporary) =>
        symlink(pathToBytes(after.target), temporary),
      );
      return;
    case 'file':
      await under(folder.at(temporaryNameFor('file')), at, (temporary) => copyWithMode(from, temporary, after.mode));
      return;
    case 'other':
      throw new ToolError('Pipes, sockets and devices are not taken');
  }
}

async function under(temporary: string, at: string | Buffer, put: (temporary: string) => Promise<void>): Promise<void> {
  try {
    await put(temporary);
    await rename(temporary, at);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function copyWithMode(from: string, to: string, mode: number): Promise<void> {
  await copyFile(pathToBytes(from), to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await copyAttributes(from, to);
  await chmod(to, mode);
}
