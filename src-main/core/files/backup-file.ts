import { link, lstat, rename, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '../app-error.ts';
import { resolveLinkTarget } from './text-file.ts';

/**
 * Gives a broken file, whatever is in it, a second name that says so, before another is written in its place. What cannot have two,
 * such as a folder, has that alone then.
 *
 * @returns the second name, beside the file; for a link beside what it leads to
 * @throws AppError UNAVAILABLE
 */
export async function backUpFile(path: string, now: Date): Promise<string> {
  const target = await resolveLinkTarget(path);
  const date = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const extension = extname(target);
  const stem = join(dirname(target), `${basename(target, extension)}.broken-${date}`);
  try {
    for (let number = 1; ; number++) {
      const kept = `${stem}${number === 1 ? '' : `-${number}`}${extension}`;
      if (await isGiven(target, kept)) return kept;
    }
  } catch (error) {
    throw cannotKeep(path, error);
  }
}

/**
 * Keeps a file aside as `backUpFile` does, and removes its original name; a link stays, and leads nowhere until a file
 * is written through it.
 *
 * @throws AppError UNAVAILABLE
 */
export async function moveToBackup(path: string, now: Date): Promise<string> {
  const target = await resolveLinkTarget(path);
  const kept = await backUpFile(path, now);
  await unlink(target).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw cannotKeep(path, error);
  });
  return kept;
}

/** Gives the file that name; false if the name is another's, also one that another process has just given. */
async function isGiven(target: string, name: string): Promise<boolean> {
  try {
    await link(target, name);
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST' || (await exists(name))) return false;
    await rename(target, name);
  }
  return true;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function cannotKeep(path: string, error: unknown): AppError {
  const message = `The broken ${path} cannot be kept under another name: ${messageOf(error)}`;
  return new AppError('UNAVAILABLE', message, { where: path, advice: 'Make the folder writable.' }, error);
}
