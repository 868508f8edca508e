import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { FileState } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { MovedError, pinFolder, systemReason } from '#core/files/pinned-folder';
import { temporaryNameFor } from '#core/files/temporary-name';
import { sha256 } from '#core/text/sha256';
import { type ContentStore, describeFile } from '#ledger';
import { copyAttributes } from '#process/copy-attributes';
import { type RunContext, ToolError } from '#tools';
import { type RecordedFileChange, reconcileLedger } from '../review/reconcile-ledger.ts';
import { entryIdentity } from '../review/tree-listing.ts';
import { type TakenSide, takesModeAlone, type WantedPath } from './wanted-path.ts';

/** Identities of what is at the place and in the branch, before either was kept. */
interface SeenSides {
  readonly place: string;
  readonly from: string;
}

interface KeptSides {
  readonly seen: SeenSides;
  /** Whether the file that is there stays, under other permissions. */
  readonly keepsText: boolean;
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
}

type Recording = Pick<RunContext, 'record' | 'callId'>;

const MOVED = 'it changed while it was being taken';
const MOVED_SINCE = 'it changed in the branch since it was asked about';
/** Permission bits of folders above a path that are missing. */
const FOLDER_MODE = 0o755;

/**
 * Makes a path of the workspace what it is in the branch. Recorded first, what was there kept; what cannot be kept stays.
 * Answers why it was not done; `undefined` if it was, or is so already.
 */
export async function placeEntry(
  wanted: WantedPath,
  run: Recording,
  content: ContentStore,
): Promise<string | undefined> {
  const { path } = wanted;
  // An entry that is to go needs no folder.
  const problem = wanted.after.kind === 'absent' ? undefined : await makeMissing(path, run);
  if (problem !== undefined) return problem;
  const sides = await keepSides(wanted, content).catch(systemReason);
  if (typeof sides === 'string') return sides;
  const { before, after } = sides;
  if (before?.notKept !== undefined) return `what is there cannot be kept: ${before.notKept}`;
  if (isSameState(before, after)) return undefined;
  const change = before ? (after ? 'modified' : 'deleted') : 'created';
  const states = { ...(before && { before }), ...(after && { after }) };
  const { record, callId } = run;
  const event = await record('file.changed', { path, change, ...states, callId, origin: 'tool' });
  try {
    await make(wanted, sides);
    return undefined;
  } catch (error) {
    return await recordFailure({ event, path, after }, path, error, run);
  }
}

/** Keeps what is at the place and in the branch. @throws AppError UNAVAILABLE if it cannot be kept; file system errors */
async function keepSides(wanted: WantedPath, content: ContentStore): Promise<KeptSides> {
  const { path, from, after } = wanted;
  const seen = { place: await identityAt(path), from: await identityAt(from) };
  const before = await describeFile(path, content);
  if (before?.kind === 'file' && after.kind === 'file' && (await takesModeAlone(wanted))) {
    return { seen, keepsText: true, before, after: { ...before, mode: after.mode } };
  }
  const made = after.kind === 'absent' ? undefined : await describeFile(from, content);
  if (!isAsAsked(made, after)) throw new MovedError(MOVED_SINCE);
  return { seen, keepsText: false, before, after: made };
}

/** Whether the branch still has what is made at the place: else the record would say one thing, and the disk have another. */
function isAsAsked(made: FileState | undefined, after: TakenSide): boolean {
  if (after.kind === 'absent' || after.kind === 'other') return true;
  if (made?.kind !== after.kind) return false;
  if (after.kind === 'symlink') return made.hash === sha256(pathToBytes(after.target));
  return made.mode === after.mode && (after.kind !== 'file' || made.size === after.size);
}

/** Makes the folders above a path that are not there. Answers why not, if one could not be made. */
async function makeMissing(path: string, run: Recording): Promise<string | undefined> {
  const after: FileState = { kind: 'directory', size: 0, mode: FOLDER_MODE };
  const created = { change: 'created', after, callId: run.callId, origin: 'tool' } as const;
  let pending: RecordedFileChange | undefined;
  try {
    for (const folder of await missingFolders(path)) {
      const event = await run.record('file.changed', { ...created, path: folder });
      pending = { event, path: folder, after };
      await makeFolder(folder);
      pending = undefined;
    }
    return undefined;
  } catch (error) {
    return pending ? await recordFailure(pending, path, error, run) : systemReason(error);
  }
}

/** Makes a folder in one that is held open, with the permissions that are recorded, whatever the umask of the host takes away. */
async function makeFolder(path: string): Promise<void> {
  await using parent = await pinFolder(dirname(path));
  const at = pathToBytes(parent.at(basename(path)));
  await mkdir(at, { mode: FOLDER_MODE });
  await chmod(at, FOLDER_MODE);
}

async function recordFailure(
  change: RecordedFileChange,
  path: string,
  error: unknown,
  { record }: Recording,
): Promise<string> {
  const reason = systemReason(error);
  const { untold } = await reconcileLedger([change], `${path} could not be taken: ${reason}`, record);
  return untold === undefined ? reason : `${reason}; this could not be recorded: ${untold}`;
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
 * Makes the entry beside its place, in a folder that is held open, so that no link swapped in leads elsewhere. What is at the
 * place goes when the new one is there and it is still what was kept.
 *
 * @throws MovedError if it has changed; file system errors
 */
async function make({ path, from, after }: WantedPath, { before, seen, keepsText }: KeptSides): Promise<void> {
  await using folder = await pinFolder(dirname(path));
  const at = folder.at(basename(path));
  if (keepsText && after.kind === 'file') return await setMode(at, after.mode, seen.place);
  const isFolder = before?.kind === 'directory';
  if (after.kind === 'directory' && isFolder) {
    await refuseChanged(at, seen.place);
    await chmod(pathToBytes(at), after.mode);
    return;
  }
  const temporary = folder.at(temporaryNameFor(after.kind));
  try {
    await makeNew(temporary, from, after);
    if (after.kind === 'file') await refuseChanged(from, seen.from);
    await refuseChanged(at, seen.place);
    // A name is taken over by what is of the same kind only.
    if (isFolder) await rmdir(pathToBytes(at));
    else if (before && (after.kind === 'directory' || after.kind === 'absent')) await unlink(pathToBytes(at));
    if (after.kind !== 'absent') await rename(temporary, pathToBytes(at));
  } catch (error) {
    await rm(temporary, { force: true, recursive: true });
    throw error;
  }
}

async function makeNew(temporary: string, from: string, after: TakenSide): Promise<void> {
  switch (after.kind) {
    case 'absent':
      return;
    case 'directory':
      await mkdir(temporary, { mode: 0o700 });
      await chmod(temporary, after.mode);
      return;
    case 'symlink':
      await symlink(pathToBytes(after.target), temporary);
      return;
    case 'file':
      await copyWithMode(from, temporary, after.mode);
      return;
    case 'other':
      throw new ToolError('Pipes, sockets and devices are not taken');
  }
}

/** Identity of what is at a path; empty if nothing is. */
async function identityAt(path: string): Promise<string> {
  return await lstat(pathToBytes(path), { bigint: true }).then(entryIdentity, (error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') return '';
    throw error;
  });
}

async function refuseChanged(at: string, seen: string): Promise<void> {
  if ((await identityAt(at)) !== seen) throw new MovedError(MOVED);
}

/** Sets the permissions of a file, and of nothing that has come in its place. @throws MovedError if it has changed */
async function setMode(at: string, mode: number, seen: string): Promise<void> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(pathToBytes(at), flags).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ELOOP' || systemCodeOf(error) === 'ENOENT') throw new MovedError(MOVED);
    throw error;
  });
  try {
    if (entryIdentity(await file.stat({ bigint: true })) !== seen) throw new MovedError(MOVED);
    await file.chmod(mode);
  } finally {
    await file.close();
  }
}

async function copyWithMode(from: string, to: string, mode: number): Promise<void> {
  await copyFile(pathToBytes(from), to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await copyAttributes(from, to);
  await chmod(to, mode);
}
