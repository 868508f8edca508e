import { type FileHandle, open, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sweepTemporary, temporaryNameFor } from './temporary-name.ts';

export interface AtomicWriteOptions {
  /** Permission bits of the file; 0600 unless told. */
  readonly mode?: number;
  /** Called on the open temporary file before it takes the name, to give it an owner or attributes, or to check once more. */
  readonly beforeRename?: (file: FileHandle, temporaryPath: string) => Promise<void>;
}

/**
 * Writes `content` so that after a crash at any moment the name holds the old bytes or the new ones, never a mixture:
 * a temporary file in the same directory, fsync, rename, fsync of the directory.
 *
 * @throws file system errors (`ENOSPC`, `EACCES` …); the old file is then untouched and no temporary file stays.
 */
export async function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: AtomicWriteOptions = {},
): Promise<void> {
  await sweepOnce(dirname(path));
  const temporary = join(dirname(path), temporaryNameFor(basename(path)));
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.chmod(options.mode ?? 0o600);
    await options.beforeRename?.(file, temporary);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Folders in which nothing of an earlier process is left. */
const swept = new Set<string>();
const MAX_SWEPT = 10_000;

/** Removes what earlier processes did not finish, with the first write to a folder. */
async function sweepOnce(folder: string): Promise<void> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || swept.has(real)) return;
  if (swept.size >= MAX_SWEPT) swept.clear();
  swept.add(real);
  await sweepTemporary(folder);
}

/** Makes a rename, a creation or a removal in `directory` last through a power cut. Windows has no such call and needs none. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
