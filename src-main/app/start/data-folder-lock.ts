import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '#core/text/sha256';
import { acquireLock, type FileLock, type ForeignLock, type LockRequest, livingHolder } from './file-lock.ts';
import { isFullDisk } from './full-disk.ts';

/**
 * Takes the lock of a data folder. On a full disk, where not even that can be written, it lies in the folder for temporary files,
 * so that the history can still be read; each start looks there, too, so that there is one host at a time.
 */
export async function lockDataFolder(
  folder: string,
  request: Omit<LockRequest, 'path'>,
): Promise<FileLock | ForeignLock> {
  const usual = { ...request, path: join(folder, 'host.lock') };
  const spare = { ...request, path: join(spareFolder(), `${folderHash(folder)}.lock`) };
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

const spareFolder = () => join(tmpdir(), `sigma-locks-${process.getuid?.() ?? 'user'}`);

/** Whether the folder belongs to this user; another user's folder of its name says nothing. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}

const folderHash = (folder: string) => sha256(folder).slice(0, 32);
