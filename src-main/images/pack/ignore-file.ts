import { join } from 'node:path';
import ignore from 'ignore';
import { AppError } from '#core/app-error';
import { readTextFile } from '#core/files/text-file';

/** Names what is left out of an image, in the form of `.gitignore`. */
export const IGNORE_FILE = '.sigmaignore';
const MAX_BYTES = 1024 * 1024;
/** Whether capitals do not matter in names, as for git on this system. */
const ignorecase = process.platform === 'win32' || process.platform === 'darwin';

/** Whether a path of the folder is to be left out, by the ignore file in it. */
export type IgnoreTest = (path: string, isFolder: boolean) => boolean;

/**
 * Reads the ignore file of a folder; nothing is ignored if there is none. @throws AppError if it cannot be read as a
 * whole: what it names would be packed
 */
export async function readIgnoreFile(folder: string): Promise<IgnoreTest> {
  const path = join(folder, IGNORE_FILE);
  const reading = await readTextFile(path, MAX_BYTES);
  if (reading.state === 'unreadable') {
    throw new AppError('INVALID_INPUT', `${path} cannot be used: ${reading.message}`, { where: path });
  }
  if (reading.state === 'missing' || reading.text.trim() === '') return () => false;
  const rules = ignore({ ignorecase }).add(reading.text);
  return (path, isFolder) => rules.ignores(isFolder ? `${path}/` : path);
}
