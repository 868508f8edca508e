import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { AnyLedgerEvent, FileState, LedgerEventData } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { REDACTED } from '#core/redact';
import { describeFile, isAbsent } from './content/describe-file.ts';
import { knownEvent } from './event-line.ts';
import { makeParent, pinParent } from './pin-parent.ts';
import type { Ledger, SessionLedger } from './ports.ts';
import { type CopyAttributes, notEmpty, putState } from './put-state.ts';
import { differenceOf } from './state-difference.ts';

export interface UndoRequest {
  readonly session: string;
  /** A `file.changed`. */
  readonly event: string;
  /** Also when the file is no longer as the change left it; its present bytes are kept. */
  readonly force: boolean;
}

type FileChange = LedgerEventData<'file.changed'>;

/**
 * Puts back what was there before a change, from the ledger alone, and records it as a change that can be undone in turn.
 * Resolves with the event `change.undone`.
 *
 * @throws AppError NOT_FOUND no such change · CONFLICT the file is no longer as the change left it · UNAVAILABLE the old
 *   bytes are not kept, or the file cannot be written. Nothing has been changed then.
 */
export async function undoChange(
  ledger: Ledger,
  request: UndoRequest,
  ports: { readonly copyAttributes?: CopyAttributes } = {},
): Promise<AnyLedgerEvent> {
  const session = await sessionOf(ledger, request.session);
  const recordedChange = await changeOf(session, request.event);
  const { path } = recordedChange;
  const done: { recorded?: AnyLedgerEvent } = {};
  let lost: string | undefined;
  try {
    await refuseMovedFolder(path);
    lost = await putBack(recordedChange, { ...ports, ledger, session, request, done });
  } catch (error) {
    const failure = error instanceof AppError ? error : cannotRestore(path, error);
    if (!done.recorded || !(await stands(ledger, recordedChange, done.recorded, failure))) throw failure;
  }
  const { recorded } = done;
  if (lost !== undefined) {
    const message = `${path} was restored without its extended attributes and access control list: ${lost}`;
    await session.append('error.raised', { message, where: path }, { cause: recorded?.id ?? request.event });
  }
  const undone = { change: request.event, path, forced: request.force };
  return await session.append('change.undone', undone, { cause: recorded?.id ?? request.event });
}

interface Undoing {
  readonly copyAttributes?: CopyAttributes;
  readonly ledger: Ledger;
  readonly session: SessionLedger;
  readonly request: UndoRequest;
  /** Told as soon as the undo is on the ledger. */
  readonly done: { recorded?: AnyLedgerEvent };
}

/** In a folder that is held open all the while. Answers why extended attributes could not be kept. */
async function putBack(change: FileChange, { ledger, session, request, done, ...ports }: Undoing) {
  const { path, before } = change;
  const name = basename(path);
  const bytes = await bytesOf(ledger, path, before);
  let folder = await pinParent(path);
  try {
    const present = folder && (await describeFile(folder.at(name), ledger.content));
    await refuseConflict(change, present, request.force);
    if (before) folder ??= await makeParent(path);
    const at = folder?.at(name) ?? path;
    const beforeEffect = async () => {
      await refuseRace(ledger, { path, at }, present);
      const data = { path, change: kindOf(present, before), before: present, after: before, origin: 'undo' } as const;
      done.recorded = await session.append('file.changed', data, { cause: request.event });
    };
    if (!differenceOf(before, present)) return undefined;
    return await putState({ path, at, present, wanted: before, bytes, beforeEffect, ...ports });
  } finally {
    await folder?.[Symbol.asyncDispose]();
  }
}

/**
 * After a failure that came when the undo was on the ledger already: makes the ledger true again. Answers whether the
 * file is what it was to become, as when only its folder could not be flushed.
 */
async function stands(
  ledger: Ledger,
  { path, before }: FileChange,
  recorded: AnyLedgerEvent,
  failure: AppError,
): Promise<boolean> {
  const session = await ledger.session(recorded.session);
  const links = { cause: recorded.id };
  try {
    await session.append('error.raised', { message: failure.message, where: path }, links);
    if (!differenceOf(before, await describeFile(path, ledger.content))) return true;
    await session.append('change.undone', { change: recorded.id, path, forced: false }, links);
  } catch {
    // The first failure says more than that it could not be recorded either.
  }
  return false;
}

async function sessionOf(ledger: Ledger, id: string): Promise<SessionLedger> {
  if ((await ledger.sessions()).includes(id)) return await ledger.session(id);
  throw new AppError('NOT_FOUND', `There is no session ${id}`);
}

async function changeOf(session: SessionLedger, id: string): Promise<FileChange> {
  for await (const event of session.read({ backward: true })) {
    if (event.id !== id) continue;
    const known = knownEvent(event);
    if (known?.type === 'file.changed') return known.data;
    break;
  }
  throw new AppError('NOT_FOUND', `There is no file change ${id} in session ${session.session}`);
}

/** A folder on the way that has become a link would lead the bytes elsewhere. */
async function refuseMovedFolder(path: string): Promise<void> {
  if (path.includes(REDACTED)) {
    throw new AppError('UNAVAILABLE', `The path ${path} contains a secret and was not recorded in full`, {
      advice: 'Restore this file by hand',
    });
  }
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    try {
      const real = await realpath(folder);
      if (real === folder) return await refuseNonFolder(folder, path);
      throw new AppError('CONFLICT', `${folder} is now a link to ${real}, so ${path} would be written elsewhere`, {
        where: folder,
        advice: 'Replace the link by the folder it stands for, then undo again',
      });
    } catch (error) {
      if (!isAbsent(error) || folder === dirname(folder)) throw error;
    }
  }
}

async function refuseNonFolder(folder: string, path: string): Promise<void> {
  if ((await lstat(folder)).isDirectory()) return;
  throw new AppError('CONFLICT', `${folder} is no folder any more, so ${path} cannot be put into it`, {
    where: folder,
    advice: `Undo the change of ${folder} first`,
  });
}

async function bytesOf(ledger: Ledger, path: string, state: FileState | undefined): Promise<Buffer> {
  if (!state || state.kind === 'directory') return Buffer.alloc(0);
  if (state.hash === undefined) {
    const why = state.notKept ?? 'they are not on the ledger';
    throw new AppError('UNAVAILABLE', `${path} cannot be restored, as its old bytes were not kept: ${why}`, {
      where: path,
    });
  }
  try {
    return await ledger.content.read(state.hash);
  } catch (error) {
    throw new AppError('UNAVAILABLE', `${path} cannot be restored: ${messageOf(error)}`, { where: path }, error);
  }
}

async function refuseConflict(change: FileChange, present: FileState | undefined, force: boolean): Promise<void> {
  const { path, before, after, shared } = change;
  if (present?.notKept !== undefined && !(await isEmptySpecial(path, present, after))) {
    throw new AppError('UNAVAILABLE', `${path} is left as it is, since its bytes cannot be kept: ${present.notKept}`, {
      where: path,
    });
  }
  if (present?.kind === 'directory' && before?.kind !== 'directory' && (await readdir(path)).length > 0) {
    throw notEmpty(path);
  }
  // A folder that was deleted may be there again because a file in it was restored first.
  const isFolderAgain = !after && before?.kind === 'directory' && present?.kind === 'directory';
  const difference = differenceOf(after, present);
  if (force) return;
  if (shared !== undefined && (!difference || isFolderAgain)) {
    throw new AppError('CONFLICT', `${path} may not have been changed by this command alone. ${shared}`, {
      where: path,
      advice: 'Look at the difference; undo it all the same if it is what you want. The present content is kept',
    });
  }
  if (!difference || isFolderAgain) return refuseUnknown(path, after, present);
  if (!differenceOf(before, present)) {
    throw new AppError('CONFLICT', `${path} is as it was before the change already`, { where: path });
  }
  throw new AppError('CONFLICT', `${path} is no longer as the change left it: ${difference}`, {
    where: path,
    advice: 'Undo it all the same to put the old content back; the present content is kept on the ledger first',
  });
}

/** Of what the change left, the bytes were not kept: somebody's own work of the same size would look the same. */
function refuseUnknown(path: string, after: FileState | undefined, present: FileState | undefined): void {
  if (after?.kind !== 'file' || after.hash !== undefined || present?.hash === undefined) return;
  const why = after.notKept ?? 'its bytes are not on the ledger';
  throw new AppError('CONFLICT', `Nobody can tell whether ${path} is still as the change left it: ${why}`, {
    where: path,
    advice: 'Look at it; undo the change all the same if it was not changed since. The present content is kept',
  });
}

/** A pipe, socket or device that the change itself put there has no bytes that could be lost. */
async function isEmptySpecial(path: string, present: FileState, after: FileState | undefined): Promise<boolean> {
  if (after?.notKept !== present.notKept) return false;
  const stats = await lstat(path);
  return !stats.isFile();
}

async function refuseRace(
  ledger: Ledger,
  { path, at }: { readonly path: string; readonly at: string },
  present: FileState | undefined,
): Promise<void> {
  if (!differenceOf(present, await describeFile(at, ledger.content))) return;
  throw new AppError('CONFLICT', `${path} was changed while it was being restored`, { where: path });
}

function kindOf(present: FileState | undefined, wanted: FileState | undefined): FileChange['change'] {
  if (!present) return 'created';
  return wanted ? 'modified' : 'deleted';
}

function cannotRestore(path: string, error: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    `${path} could not be restored: ${messageOf(error)}`,
    { where: path, advice: 'Check the rights and the space on that disk, then undo again' },
    error,
  );
}
