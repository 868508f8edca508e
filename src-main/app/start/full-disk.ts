import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { temporaryNameFor } from '#core/files/temporary-name';

/** Error codes of file systems without room, for anybody or for this person. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
/** Size of a few events, in bytes. */
const PROBE_BYTES = 16 * 1024;

export const isFullDisk = (error: unknown): boolean => FULL.has(systemCodeOf(error) ?? '');

/** Whether there is no room for a few events in a folder. Never throws: what else is wrong there is said when it is written to. */
export async function hasNoRoom(folder: string): Promise<boolean> {
  const path = join(folder, temporaryNameFor('probe'));
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600 });
    return false;
  } catch (error) {
    return isFullDisk(error);
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
