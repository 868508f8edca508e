import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '#core/files/remove-folder';

const ASIDE = /^\.removing-[0-9a-f]{12}$/;

/** Whether a folder of this name was being removed; what a crash left of it is not needed. */
export const isAside = (name: string): boolean => ASIDE.test(name);

/** A path beside others in a folder that only a removal has. */
export const asideIn = (folder: string): string => join(folder, `.removing-${randomBytes(6).toString('hex')}`);

/**
 * Removes a folder with all that is in it, after a move to a name that only this has: whoever makes the folder anew meanwhile keeps it.
 *
 * @throws what the file system says
 */
export async function removeByMove(path: string, parent: string): Promise<void> {
  const aside = asideIn(parent);
  await rename(path, aside);
  await removeFolder(aside);
}
