import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '#core/text/sha256';
import {
  acquireLock,
  type FileLock,
  type ForeignLock,
  type LockHolder,
  type LockRequest,
  livingHolder,
} from './file-lock.ts';
import { isFullDisk } from './full-disk.ts';

/**
 * Takes the lock of a data folder. On a full disk, where not even that can be written, it lies in the folder for temporary files,
 * so that the history can still be read; each start looks there, too, so that there is one host at a time.
 */
export async function lockDataFolder(
  folder: string,
  request: Omit<LockRequest, 'path'>,
): Promise<FileLock | ForeignLock> {
  const paths = lockPaths(folder);
  const usual = { ...request, path: paths.usual };
  const spare = { ...request, path: paths.spare };
  const holder = (await isOurs(spareFolder())) && (await livingHolder(spare));
  if (holder) return { kind: 'elsewhere', holder };
  try {
    return await acquireLock(usual);
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    await mkdir(spareFolder(), { recursive: true, mode: 0o700 });
    if (!(await isOurs(spareFolder()))) throw error;
  }
  const other = await livingHolder(usual);
  if (other) return { kind: 'elsewhere', holder: other };
  return await acquireLock(spare);
}

/** Finds the living process that holds the lock of a data folder, where that is; nothing is taken or made. */
export async function dataFolderHolder(
  folder: string,
  request: Omit<LockRequest, 'path'>,
): Promise<LockHolder | undefined> {
  const { usual, spare } = lockPaths(folder);
  const holder = (await isOurs(spareFolder())) ? await livingHolder({ ...request, path: spare }) : undefined;
  return holder ?? (await livingHolder({ ...request, path: usual }));
}

const lockPaths = (folder: string) => ({
  usual: join(folder, 'host.lock'),
  spare: join(spareFolder(), `${folderHash(folder)}.lock`),
});

const spareFolder = () => join(tmpdir(), `sigma-locks-${process.getuid?.() ?? 'user'}`);

/** Whether the folder belongs to this user; another user's folder of its name says nothing. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}

const folderHash = (folder: string) => sha256(folder).slice(0, 32);
