import { chmod, lstat, readdir, rm } from 'node:fs/promises';

/**
 * Removes a folder with all that is in it, also what nobody may write to; what is not there is no failure. Links are not followed.
 *
 * @throws what the file system says
 */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 2 });
  } catch {
    await unlock(Buffer.from(path)).catch(() => {});
    await rm(path, { recursive: true, force: true });
  }
}

/** Gives the person back the right to write to a folder, and to those in it; what a link leads to keeps its mode. */
async function unlock(path: Buffer): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path, { encoding: 'buffer' })) {
    await unlock(Buffer.concat([path, Buffer.from('/'), name]));
  }
}
