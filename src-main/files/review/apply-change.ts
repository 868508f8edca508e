import { type FileHandle, lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { FileState } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { writeFileAtomic } from '#core/files/atomic-file';
import { MovedError, pinFolder, systemReason } from '#core/files/pinned-folder';
import { sha256 } from '#core/text/sha256';
import type { ContentStore } from '#ledger';
import { copyAttributes } from '#process/copy-attributes';
import type { RecordEvent, ToolOutcome } from '#tools';
import { type Acceptance, isEverything } from '../diff/acceptance.ts';
import { applyHunks } from '../diff/apply-hunks.ts';
import { countChangedLines } from '../diff/hunks.ts';
import { reportApplied } from './change-report.ts';
import { NEW_FILE_MODE } from './change-request.ts';
import { foldersToMake, makeFolders } from './make-folders.ts';
import type { ProposedChange } from './proposal.ts';
import { type RecordedFileChange, reconcileLedger, untoldWords } from './reconcile-ledger.ts';
import { type FileSnapshot, fileIdentity } from './snapshot.ts';

export interface ApplyServices {
  readonly content: ContentStore;
  readonly record: RecordEvent;
}

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR']);

/** The file is no longer what it was when it was looked at. */
class StaleError extends Error {
  override readonly name = 'StaleError';
}

/**
 * Writes the accepted part of a proposal. The bytes of both sides are kept and `file.changed` is recorded before
 * anything happens to the file. When the file turns out to have changed, nothing is written and the answer is `stale`.
 *
 * When writing fails after the record, `error.raised` says why, and `change.undone` follows for everything recorded
 * that did not come to be: the ledger's last word about a file is always what the file is.
 */
export async function applyChange(
  proposal: ProposedChange,
  acceptance: Acceptance,
  services: ApplyServices,
): Promise<ToolOutcome | 'stale'> {
  const bytes = acceptedBytes(proposal, acceptance);
  const before = proposal.before && (await keepBefore(proposal.before, services.content));
  if (before === 'stale') return 'stale';
  await services.content.keep(bytes);

  const mode = proposal.mode ?? proposal.before?.mode ?? NEW_FILE_MODE;
  const recorded: RecordedFileChange[] = [];
  let lost: string | undefined;
  try {
    await recordChange(proposal, services, { acceptance, before, after: writtenState(bytes, mode), recorded });
    lost = await writeChange(proposal, bytes, mode);
  } catch (error) {
    const isStale = error instanceof StaleError || error instanceof MovedError;
    const reason = isStale ? 'it changed while the change was being written' : systemReason(error);
    const message = `${proposal.target.path} could not be written: ${reason}`;
    const reconciled = await reconcileLedger(recorded, message, services.record);
    if (isStale && reconciled.untold === undefined) return 'stale';
    const what = reconciled.stands ? 'It may have changed all the same.' : 'It is unchanged.';
    return { outcome: 'failed', content: `${message}. ${what}${untoldWords(reconciled)}` };
  }
  return { outcome: 'done', content: [reportApplied(proposal, acceptance), ...remarks(proposal, lost)].join('\n') };
}

/** Lists the attributes of the old file that the new one in its place lacks. */
function remarks({ before }: ProposedChange, lost: string | undefined): string[] {
  const said: string[] = [];
  if (before && before.names > 1) {
    said.push(`The file had ${before.names} names (hard links). The others still name the old content.`);
  }
  if (lost !== undefined) said.push(`Its extended attributes and access control list could not be kept: ${lost}.`);
  return said;
}

function acceptedBytes({ sides, bytes }: ProposedChange, acceptance: Acceptance): Buffer {
  if (sides.kind !== 'text' || isEverything(sides.diff.hunks, acceptance)) return bytes;
  return Buffer.from(applyHunks(sides.diff, acceptance), 'utf8');
}

async function keepBefore(before: FileSnapshot, content: ContentStore): Promise<FileState | 'stale'> {
  const { hash, size, mode, mtimeNs, uid, gid, inode } = before;
  const state: FileState = {
    kind: 'file',
    hash,
    size,
    mode,
    mtimeNs,
    uid,
    gid,
    inode,
    ...(inode !== undefined && { names: before.names }),
  };
  if (before.bytes) {
    await content.keep(before.bytes);
    return state;
  }
  const kept = await content.keepFile(before.path).catch((error: unknown) => {
    if (GONE.has(systemCodeOf(error) ?? '')) return undefined;
    throw error;
  });
  return kept?.hash === before.hash ? state : 'stale';
}

function writtenState(bytes: Buffer, mode: number): FileState {
  return { kind: 'file', hash: sha256(bytes), size: bytes.length, mode };
}

interface ChangeToRecord {
  readonly acceptance: Acceptance;
  readonly before: FileState | undefined;
  readonly after: FileState;
  /** Filled as it is written, so that it is known when a later record fails. */
  readonly recorded: RecordedFileChange[];
}

async function recordChange(
  { target, callId, sides }: ProposedChange,
  { record }: ApplyServices,
  { acceptance, before, after, recorded }: ChangeToRecord,
): Promise<void> {
  for (const path of foldersToMake(target)) {
    const made: FileState = { kind: 'directory', size: 0, mode: 0o755 };
    const event = await record('file.changed', { path, change: 'created', after: made, callId, origin: 'tool' });
    recorded.push({ event, path, after: made });
  }
  const counts = sides.kind === 'text' ? countChangedLines(sides.diff, acceptance) : undefined;
  const event = await record('file.changed', {
    path: target.path,
    change: before ? 'modified' : 'created',
    ...(before && { before }),
    after,
    callId,
    origin: 'tool',
    ...(counts && { addedLines: counts.added, removedLines: counts.removed }),
  });
  recorded.push({ event, path: target.path, after });
}

/** Answers why extended attributes could not be kept; `undefined` if they were. */
async function writeChange(
  { target, before }: ProposedChange,
  bytes: Buffer,
  mode: number,
): Promise<string | undefined> {
  await makeFolders(target);
  await using folder = await pinFolder(dirname(target.path));
  const path = folder.at(basename(target.path));
  await refuseStale(path, before);
  let lost: string | undefined;
  await writeFileAtomic(path, bytes, {
    mode,
    beforeRename: async (file, temporary) => {
      if (before) lost = await resemble(file, { temporary, path, before, mode });
      // On disk first, so that nothing slow lies between the last look and the rename.
      await file.sync();
      await refuseStale(path, before);
    },
  });
  return lost;
}

interface Likeness {
  readonly temporary: string;
  readonly path: string;
  readonly before: FileSnapshot;
  readonly mode: number;
}

/** Gives the new file what the old one has beside its bytes. */
async function resemble(file: FileHandle, { temporary, path, before, mode }: Likeness): Promise<string | undefined> {
  // The owner alone may write to it, which cp needs also where the old file is write-protected.
  await file.chmod(0o600);
  const lost = await copyAttributes(path, temporary);
  const own = await file.stat();
  const { uid, gid } = before;
  if (uid !== undefined && gid !== undefined && (own.uid !== uid || own.gid !== gid)) {
    // Only root may give a file away; for others the file becomes their own, as with every editor that renames.
    await file.chown(uid, gid).catch(() => {});
  }
  await file.chmod(mode);
  return lost;
}

async function refuseStale(path: string, before: FileSnapshot | undefined): Promise<void> {
  const identity = await lstat(path, { bigint: true }).then(fileIdentity, (error) => {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (identity !== before?.identity) throw new StaleError();
}
