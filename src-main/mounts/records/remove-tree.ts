import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, systemCodeOf } from '#core/app-error';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Deletes `name` in a folder with all that is in it. Links are deleted and never followed, also one that takes a folder's place
 * while this goes on (on Linux; elsewhere that race remains), and nothing that is mounted below is entered. What is not there
 * is no failure.
 *
 * @throws AppError CONFLICT where something is mounted in it, what the file system says
 */
export async function removeTree(folder: string, name: string): Promise<void> {
  if (process.platform !== 'linux') return await rm(join(folder, name), { recursive: true, force: true });
  const handle = await open(pathToBytes(folder), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await removeIn(doorOf(handle), name, (await handle.stat()).dev);
  } finally {
    await handle.close();
  }
}

/** A folder that is held open: its path may lead elsewhere by now. */
function doorOf(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}

async function removeIn(door: string, name: string, device: number): Promise<void> {
  const path = pathToBytes(`${door}/${name}`);
  try {
    if (!(await lstat(path)).isDirectory()) return await unlink(path);
    const inner = await open(path, FOLDER);
    try {
      if ((await stat(doorOf(inner))).dev !== device) throw new AppError('CONFLICT', `Something is mounted in ${name}`);
      // Folders without the right to write are made ready.
      await inner.chmod(0o700);
      for (const entry of await readdir(doorOf(inner), { encoding: 'buffer' })) {
        await removeIn(doorOf(inner), pathFromBytes(entry), device);
      }
    } finally {
      await inner.close();
    }
    await rmdir(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
}
