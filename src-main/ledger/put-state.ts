import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileState } from '#contract';
import { AppError, systemCodeOf } from '#core/app-error';
import { syncDirectory, writeFileAtomic } from '#core/atomic-file';

/** What is to be at a path, its bytes read already. */
export interface WantedState {
  readonly path: string;
  readonly present: FileState | undefined;
  readonly wanted: FileState | undefined;
  /** A file's content or a link's target. */
  readonly bytes: Buffer;
  /** Called when all is ready and nothing has been done; when it throws, nothing will be. */
  readonly beforeEffect: () => Promise<void>;
}

/** Makes the path what is wanted, in one step where the system has one, on disk when it resolves. */
export async function putState(change: WantedState): Promise<void> {
  const { path, present, wanted, beforeEffect } = change;
  if (!wanted) {
    await beforeEffect();
    if (present) await removeOne(path, present);
  } else if (wanted.kind === 'directory') {
    await beforeEffect();
    await putDirectory(change, wanted);
  } else if (present?.kind === wanted.kind && present.hash === wanted.hash && wanted.kind === 'file') {
    await beforeEffect();
    await chmod(path, wanted.mode);
  } else {
    await makeParents(path);
    await (wanted.kind === 'symlink' ? putLink(change) : putFile(change, wanted));
  }
}

async function putFile({ path, present, bytes, beforeEffect }: WantedState, wanted: FileState): Promise<void> {
  const owner = present && (await lstat(path));
  await writeFileAtomic(path, bytes, {
    mode: wanted.mode,
    beforeRename: async (file) => {
      if (owner) {
        // Only root can give files away; for others the file is theirs already.
        await file.chown(owner.uid, owner.gid).catch(() => {});
        await file.chmod(wanted.mode);
      }
      await beforeEffect();
      if (present?.kind === 'directory') await removeOne(path, present);
    },
  });
}

async function putLink({ path, present, bytes, beforeEffect }: WantedState): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID().slice(0, 8)}.tmp`);
  await symlink(bytes, temporary);
  try {
    await beforeEffect();
    if (present?.kind === 'directory') await removeOne(path, present);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function putDirectory({ path, present }: WantedState, wanted: FileState): Promise<void> {
  if (present && present.kind !== 'directory') await removeOne(path, present);
  await makeParents(path);
  if (present?.kind !== 'directory') await mkdir(path);
  await chmod(path, wanted.mode);
  await syncDirectory(dirname(path));
}

async function removeOne(path: string, present: FileState): Promise<void> {
  try {
    await (present.kind === 'directory' ? rmdir(path) : unlink(path));
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOTEMPTY' && systemCodeOf(error) !== 'EEXIST') throw error;
    throw notEmpty(path);
  }
  await syncDirectory(dirname(path));
}

export function notEmpty(path: string): AppError {
  return new AppError('CONFLICT', `${path} is a folder with files in it, which are not removed with it`, {
    where: path,
    advice: 'Undo the changes of the files in it first, or remove them yourself',
  });
}

/** Each new folder's entry is on disk as well. */
async function makeParents(path: string): Promise<void> {
  const first = await mkdir(dirname(path), { recursive: true });
  if (first === undefined) return;
  for (let folder = dirname(path); folder.length >= first.length; folder = dirname(folder)) {
    await syncDirectory(dirname(folder));
  }
}
