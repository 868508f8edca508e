import { lstat, readdir, readlink, stat } from 'node:fs/promises';
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

/** Where files count. */
export interface CountedPlaces {
  /** Folder with all that is below it. */
  readonly root: string;
  /** Devices of which all counts that processes in a box write: they see its folders under other names. */
  readonly boxed: ReadonlySet<number>;
}

/** Bytes on the disk in counted files that processes have open (Linux; elsewhere none are found). */
export async function openBytes(pids: readonly number[], places: CountedPlaces, since: number): Promise<OpenBytes> {
  const seen = new Set<string>();
  const sum = { deleted: 0, young: 0 };
  for (const pid of pids.slice(0, MAX_PROCESSES)) {
    const folder = `/proc/${pid}/fd`;
    const names = await readdir(folder).catch(() => []);
    const { root } = places;
    const boxed = places.boxed.size > 0 && (await isBoxed(pid)) ? places.boxed : NONE;
    for (const name of names.slice(0, MAX_FILES)) await addFile(join(folder, name), { root, boxed, since, seen, sum });
  }
  return sum;
}

const NONE: ReadonlySet<number> = new Set();

/** Whether a process sees other mounts than this one. */
async function isBoxed(pid: number): Promise<boolean> {
  const [its, ours] = await Promise.all([pid, 'self'].map((one) => readlink(`/proc/${one}/ns/mnt`).catch(() => '')));
  return its !== '' && its !== ours;
}

interface FileTally extends CountedPlaces {
  readonly since: number;
  readonly seen: Set<string>;
  readonly sum: { deleted: number; young: number };
}

async function addFile(link: string, { root, boxed, since, seen, sum }: FileTally): Promise<void> {
  const path = await readlink(link).catch(() => '');
  const isBelow = path.startsWith(`${root}/`);
  if (!path.startsWith('/') || (!isBelow && boxed.size === 0)) return;
  const found = await stat(link).catch(() => undefined);
  const key = `${found?.dev}:${found?.ino}`;
  if (!found?.isFile() || seen.has(key)) return;
  const isYoung = found.birthtimeMs >= since;
  if (!isBelow && !(boxed.has(found.dev) && (isYoung || (await isWritten(link))))) return;
  seen.add(key);
  const bytes = found.blocks * BLOCK;
  if (path.endsWith(DELETED) && found.nlink === 0) sum.deleted += bytes;
  if (isYoung) sum.young += bytes;
}

/** Whether it is open for writing: what it only reads may be anybody's. */
async function isWritten(link: string): Promise<boolean> {
  const mode = await lstat(link).then(
    (found) => found.mode,
    () => 0,
  );
  return (mode & 0o200) !== 0;
}
