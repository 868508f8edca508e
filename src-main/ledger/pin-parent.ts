import { lstat, mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { syncDirectory } from '#core/atomic-file';
import { MovedError, type PinnedFolder, pinFolder } from '#core/pinned-folder';
import { isAbsent } from './content/describe-file.ts';

/** Holds the folder of a path open; `undefined` when there is none. @throws MovedError when a link is on the way */
export async function pinParent(path: string): Promise<PinnedFolder | undefined> {
  try {
    return await pinFolder(dirname(path));
  } catch (error) {
    // What is not there shows as moved, too: the folder above tells.
    if (!(error instanceof MovedError)) throw error;
    if (await isMissing(dirname(path))) return undefined;
    throw error;
  }
}

/** The same, made where it is missing: each folder in one that is held open, its entry on disk. */
export async function makeParent(path: string): Promise<PinnedFolder> {
  const present = await pinParent(path);
  if (present) return present;
  const folder = dirname(path);
  await using above = await makeParent(folder);
  const at = above.at(basename(folder));
  await mkdir(at).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  });
  await syncDirectory(dirname(at));
  return await pinFolder(folder);
}

async function isMissing(folder: string): Promise<boolean> {
  if (folder === dirname(folder)) return false;
  const above = await pinParent(folder);
  if (!above) return true;
  try {
    await lstat(above.at(basename(folder)));
    return false;
  } catch (error) {
    if (isAbsent(error)) return true;
    throw error;
  } finally {
    await above[Symbol.asyncDispose]();
  }
}
