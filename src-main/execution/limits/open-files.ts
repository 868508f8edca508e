import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
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

/** Folders and devices whose files count against the disk limit. */
export interface CountedPlaces {
  /** Folder with all that is below it. */
  readonly root: string;
  /** Devices on which what processes in a box have deleted counts: they see the folders there under other names. */
  readonly boxed: ReadonlySet<number>;
}

/** Bytes on the disk in counted files that processes have open (Linux; elsewhere none are found). */
export async function openBytes(pids: readonly number[], places: CountedPlaces, since: number): Promise<OpenBytes> {
  const seen = new Set<string>();
  const sum = { deleted: 0, young: 0 };
  for (const pid of pids.slice(0, MAX_PROCESSES)) {
    for (const { link, path } of openedBy(pid, places)) await addFile(link, path, { ...places, since, seen, sum });
  }
  return sum;
}

interface OpenedFile {
  readonly link: string;
  readonly path: string;
}

/** Files that a process has open and that may count. Asked at once: what is below `/proc` waits for no disk, and Node's pool may. */
function openedBy(pid: number, { root, boxed }: CountedPlaces): readonly OpenedFile[] {
  const folder = `/proc/${pid}/fd`;
  const found = namesIn(folder)
    .slice(0, MAX_FILES)
    .map((name) => ({ link: join(folder, name), path: targetOf(join(folder, name)) }));
  const isBelow = ({ path }: OpenedFile) => path.startsWith(`${root}/`);
  const mayBeBoxed = ({ path }: OpenedFile) => path.startsWith('/') && path.endsWith(DELETED);
  const canBeBoxed = boxed.size > 0 && found.some((one) => mayBeBoxed(one) && !isBelow(one)) && isBoxed(pid);
  return found.filter((one) => isBelow(one) || (canBeBoxed && mayBeBoxed(one)));
}

/** Whether a process sees other mounts than this one. */
function isBoxed(pid: number): boolean {
  const [its, ours] = [targetOf(`/proc/${pid}/ns/mnt`), targetOf('/proc/self/ns/mnt')];
  return its !== '' && its !== ours;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

interface FileTally extends CountedPlaces {
  readonly since: number;
  readonly seen: Set<string>;
  readonly sum: { deleted: number; young: number };
}

async function addFile(link: string, path: string, { root, boxed, since, seen, sum }: FileTally): Promise<void> {
  const found = await stat(link).catch(() => undefined);
  const key = `${found?.dev}:${found?.ino}`;
  if (!found?.isFile() || seen.has(key)) return;
  const isYoung = found.birthtimeMs >= since;
  if (!path.startsWith(`${root}/`) && !(boxed.has(found.dev) && (isYoung || isWritten(link)))) return;
  seen.add(key);
  const bytes = found.blocks * BLOCK;
  if (path.endsWith(DELETED) && found.nlink === 0) sum.deleted += bytes;
  if (isYoung) sum.young += bytes;
}

/** Whether it is open for writing: what it only reads may be anybody's. */
function isWritten(link: string): boolean {
  try {
    return (lstatSync(link).mode & 0o200) !== 0;
  } catch {
    return false;
  }
}
