import { lstat, mkdir, readdir, realpath, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { realOrSame } from '#core/files/real-path';
import { MountError } from './mount-error.ts';
import { isMountPoint } from './mount-table.ts';

export interface OutputPlace {
  /** Absolute; the folder it is in is resolved, the last name is no link. */
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Finds a place to open an image: a free name, or an empty folder. Creates the folders above it.
 *
 * @throws MountError `place`
 */
export async function findOutputPlace(output: string, { not }: { readonly not: string }): Promise<OutputPlace> {
  const wanted = resolve(output);
  await mkdir(dirname(wanted), { recursive: true });
  const path = join(await realpath(dirname(wanted)), basename(wanted));
  const own = await realOrSame(not);
  if (path === own || path.startsWith(`${own}/`)) {
    throw new MountError('place', `${path} is where the app keeps its own files. Name another place`);
  }
  const found = await lstat(pathToBytes(path)).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return { path, exists: false };
  if (found.isSymbolicLink()) throw new MountError('place', `${path} is a link. Name a place that is none`);
  if (!found.isDirectory()) throw new MountError('place', `${path} is no folder. Name another place`);
  if (await isMountPoint(path))
    throw new MountError('place', `Something is mounted at ${path} already. Unmount it first`);
  if ((await readdir(pathToBytes(path))).length > 0) {
    throw new MountError('place', `${path} is not empty. Name a folder that does not exist yet`);
  }
  return { path, exists: true };
}

/** Deletes the folder that was created for a mount, if it is empty; anything put there stays. */
export async function removeMadeOutput(path: string): Promise<void> {
  await rmdir(pathToBytes(path)).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'].includes(systemCodeOf(error) ?? '')) throw error;
  });
}
