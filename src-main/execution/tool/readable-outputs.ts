import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The newest are kept; older ones are in the ledger still. */
const MOST = 20;

/**
 * Copies of whole outputs where file tools can read them, as text files: what the ledger itself keeps is nobody's to
 * touch. Answers the path; `undefined` if it cannot be written.
 */
export async function readableCopy(folder: string, callId: string, spoolPath: string): Promise<string | undefined> {
  // Models count their calls anew in each session, and a path that was told goes on to be this output's.
  const name = `${callId.replace(/[^\w-]/g, '_').slice(0, 80)}-${randomUUID().slice(0, 8)}.txt`;
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeOldest(folder);
    await copyFile(spoolPath, path, constants.COPYFILE_EXCL);
    return path;
  } catch {
    return undefined;
  }
}

async function removeOldest(folder: string): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  if (paths.length < MOST) return;
  const aged = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  const old = aged.sort((one, other) => other.at - one.at).slice(MOST - 1);
  await Promise.all(old.map(({ path }) => unlink(path).catch(() => {})));
}
