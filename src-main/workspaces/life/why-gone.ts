import { lstat } from 'node:fs/promises';
import { realOrSame } from '#core/files/real-path';

/**
 * Says why the folder of a workspace, named by its real path, is not there any more. One that was exchanged for a link,
 * or moved away, is not the one that was opened.
 */
export async function whyGone(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return 'Its folder is gone';
  if (found.isSymbolicLink() || (await realOrSame(path)) !== path) {
    return 'A link is in the place of its folder';
  }
  return found.isDirectory() ? undefined : 'Its folder is no folder any more';
}
