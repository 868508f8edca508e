import { readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Most processes of a tree, and most files of each, that are examined. */
const MAX_PROCESSES = 50;
const MAX_FILES = 200;
const BLOCK = 512;
const DELETED = ' (deleted)';

export interface OpenBytes {
  /** Bytes in deleted files that are still open. */
  readonly deleted: number;
  /** Bytes in files created after `since`, including deleted ones. */
  readonly young: number;
}

/** Bytes on the disk in files below `root` that processes have open (Linux; elsewhere none are found). */
export async function openBytes(pids: readonly number[], root: string, since: number): Promise<OpenBytes> {
  const seen = new Set<string>();
  const sum = { deleted: 0, young: 0 };
  for (const pid of pids.slice(0, MAX_PROCESSES)) {
    const folder = `/proc/${pid}/fd`;
    const names = await readdir(folder).catch(() => []);
    for (const name of names.slice(0, MAX_FILES)) await addFile(join(folder, name), { root, since, seen, sum });
  }
  return sum;
}

interface FileTally {
  readonly root: string;
  readonly since: number;
  readonly seen: Set<string>;
  readonly sum: { deleted: number; young: number };
}

async function addFile(link: string, { root, since, seen, sum }: FileTally): Promise<void> {
  const path = await readlink(link).catch(() => '');
  if (!path.startsWith(`${root}/`)) return;
  const found = await stat(link).catch(() => undefined);
  const key = `${found?.dev}:${found?.ino}`;
  if (!found?.isFile() || seen.has(key)) return;
  seen.add(key);
  const bytes = found.blocks * BLOCK;
  if (path.endsWith(DELETED) && found.nlink === 0) sum.deleted += bytes;
  if (found.birthtimeMs >= since) sum.young += bytes;
}
