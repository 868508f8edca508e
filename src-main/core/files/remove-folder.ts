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

/** Gives the person back the right to write to a folder, and to those in it. */
async function unlock(folder: Buffer): Promise<void> {
  await chmod(folder, 0o700);
  for (const name of await readdir(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    if ((await lstat(path)).isDirectory()) await unlock(path);
  }
}
