import { chmod, lstat, mkdir, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileState } from '#contract';
import { AppError, systemCodeOf } from '#core/app-error';
import { syncDirectory, writeFileAtomic } from '#core/atomic-file';
import { temporaryNameFor } from '#core/temporary-name';

/** What is to be at a path, its bytes read already. */
export interface WantedState {
  /** As it is told. */
  readonly path: string;
  /** The same in a folder that is held open, so that no link in the path leads elsewhere. */
  readonly at: string;
  readonly present: FileState | undefined;
  readonly wanted: FileState | undefined;
  /** A file's content or a link's target. */
  readonly bytes: Buffer;
  /** Called when all is ready and nothing has been done; when it throws, nothing will be. */
  readonly beforeEffect: () => Promise<void>;
  readonly copyAttributes?: CopyAttributes | undefined;
}

/** Gives a file what another has beside its bytes: owner, extended attributes. Answers why it could not. */
export type CopyAttributes = (from: string, to: string) => Promise<string | undefined>;

/**
 * Makes the path what is wanted, in one step where the system has one, on disk when it resolves. Answers why extended
 * attributes could not be kept, `undefined` when they were.
 */
export async function putState(change: WantedState): Promise<string | undefined> {
  const { at, present, wanted, beforeEffect } = change;
  if (!wanted) {
    await beforeEffect();
    if (present) await removeOne(change, present);
  } else if (wanted.kind === 'directory') {
    await beforeEffect();
    await putDirectory(change, wanted);
  } else if (present?.kind === wanted.kind && present.hash === wanted.hash && wanted.kind === 'file') {
    await beforeEffect();
    await chmod(at, wanted.mode);
  } else {
    if (wanted.kind === 'file') return await putFile(change, wanted);
    await putLink(change);
  }
  return undefined;
}

async function putFile(change: WantedState, wanted: FileState): Promise<string | undefined> {
  const { at, present, bytes, beforeEffect, copyAttributes } = change;
  const owner = present && (await lstat(at));
  let lost: string | undefined;
  await writeFileAtomic(at, bytes, {
    mode: wanted.mode,
    beforeRename: async (file, temporary) => {
      if (owner?.isFile()) {
        await file.chmod(0o600);
        lost = await copyAttributes?.(at, temporary);
      }
      if (owner) {
        // Only root can give files away; for others the file is theirs already.
        await file.chown(owner.uid, owner.gid).catch(() => {});
        await file.chmod(wanted.mode);
      }
      await beforeEffect();
      if (present?.kind === 'directory') await removeOne(change, present);
    },
  });
  return lost;
}

async function putLink(change: WantedState): Promise<void> {
  const { path, at, present, bytes, beforeEffect } = change;
  const temporary = join(dirname(at), temporaryNameFor(basename(path)));
  await symlink(bytes, temporary);
  try {
    await beforeEffect();
    if (present?.kind === 'directory') await removeOne(change, present);
    await rename(temporary, at);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(at));
}

async function putDirectory(change: WantedState, wanted: FileState): Promise<void> {
  const { at, present } = change;
  if (present && present.kind !== 'directory') await removeOne(change, present);
  if (present?.kind !== 'directory') await mkdir(at);
  await chmod(at, wanted.mode);
  await syncDirectory(dirname(at));
}

async function removeOne({ path, at }: WantedState, present: FileState): Promise<void> {
  try {
    await (present.kind === 'directory' ? rmdir(at) : unlink(at));
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOTEMPTY' && systemCodeOf(error) !== 'EEXIST') throw error;
    throw notEmpty(path);
  }
  await syncDirectory(dirname(at));
}

export function notEmpty(path: string): AppError {
  return new AppError('CONFLICT', `${path} is a folder with files in it, which are not removed with it`, {
    where: path,
    advice: 'Undo the changes of the files in it first, or remove them yourself',
  });
}
