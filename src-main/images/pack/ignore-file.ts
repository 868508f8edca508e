import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';
import { systemCodeOf } from '#core/app-error';

/** Names what is left out of an image, in the form of `.gitignore`. */
export const IGNORE_FILE = '.sigmaignore';
const MAX_BYTES = 1024 * 1024;
/** The mark with which some editors begin a text. */
const BYTE_ORDER_MARK = /^\ufeff/;
/** Whether capitals do not matter in names, as for git on this system. */
const ignorecase = process.platform === 'win32' || process.platform === 'darwin';

/** Whether a path of the folder is to be left out, by the ignore file in it. */
export type IsIgnored = (path: string, isFolder: boolean) => boolean;

/** Reads the ignore file of a folder; nothing is ignored if there is none. @throws file system errors */
export async function readIgnoreFile(folder: string): Promise<IsIgnored> {
  const text = await readFile(join(folder, IGNORE_FILE), 'utf8').catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return '';
    throw error;
  });
  if (text.trim() === '') return () => false;
  const rules = ignore({ ignorecase }).add(text.slice(0, MAX_BYTES).replace(BYTE_ORDER_MARK, ''));
  return (path, isFolder) => rules.ignores(isFolder ? `${path}/` : path);
}
