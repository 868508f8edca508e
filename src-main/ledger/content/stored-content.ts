import { lstatSync, utimesSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ContentHash } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { contentPlace, incomingFolder, leavingFolder } from './content-places.ts';
import { placesOfKept } from './kept-now.ts';

/** Entry of the store for kept bytes. */
export interface StoredContent {
  readonly hash: ContentHash;
  /** Size of the content, in bytes. */
  readonly size: number;
  /** Time at which the same bytes were last kept, in milliseconds since 1970; it may lag by up to an hour. */
  readonly keptAt: number;
}

/** Bytes that are kept again get a new time at most this often, in milliseconds. */
const RENEW_MS = 3_600_000;
/** Folders of the store by the first two digits of what lies in them. */
const BY_DIGITS = /^[0-9a-f]{2}$/;

/**
 * Notes that bytes which are kept already were to be kept again, so that retention does not take them for old.
 *
 * @returns false if they are not in their place any more: they have to be written again
 */
export function renewKept(folder: string, hash: ContentHash): boolean {
  return [join(incomingFolder(folder), hash), contentPlace(folder, hash)].some(renewTimes);
}

function renewTimes(path: string): boolean {
  try {
    const now = Date.now();
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return false;
    if (stats.mtimeMs < now - RENEW_MS) utimesSync(path, now / 1000, now / 1000);
    return true;
  } catch {
    return false;
  }
}

/**
 * Yields everything in the store that is flushed to disk, folder by folder; content not yet flushed is too recent to
 * matter. @throws file system errors
 */
export async function* storedContent(folder: string): AsyncGenerator<readonly StoredContent[], void> {
  for (const digits of (await folderNames(folder)).filter((name) => BY_DIGITS.test(name))) {
    const hashes = (await folderNames(join(folder, digits))).filter((name) => ContentHash.safeParse(name).success);
    const found = await Promise.all(hashes.map((hash) => storedAt(contentPlace(folder, hash), hash)));
    yield found.filter((one) => one !== undefined);
  }
}

async function storedAt(path: string, hash: ContentHash): Promise<StoredContent | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? { hash, size: stats.size, keptAt: stats.mtimeMs } : undefined;
}

/** Opens kept bytes to be read piece by piece; `undefined` if there are none. @throws file system errors */
export async function openKept(folder: string, hash: ContentHash): Promise<FileHandle | undefined> {
  for (const path of placesOfKept(folder, hash)) {
    try {
      return await open(path, 'r');
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

/**
 * Removes kept bytes, unless they were kept again after `until` or somebody needs them at that moment. They are moved aside
 * first: whoever keeps the same bytes from then on writes them anew, and what was noted before shows in their time.
 *
 * @returns how many bytes that freed, which may be none; `undefined` where they stay or were gone
 * @throws what the file system says; they are in their place then, or are put back at the next start
 */
export async function removeKept(
  folder: string,
  hash: ContentHash,
  { until, isNeeded }: { readonly until: number; readonly isNeeded: (hash: ContentHash) => boolean },
): Promise<number | undefined> {
  const [place, aside] = [contentPlace(folder, hash), join(leavingFolder(folder), hash)];
  await mkdir(leavingFolder(folder), { recursive: true, mode: 0o700 });
  try {
    await rename(place, aside);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const { size, mtimeMs } = await stat(aside);
  if (mtimeMs > until || isNeeded(hash)) {
    await rename(aside, place);
    return undefined;
  }
  await unlink(aside);
  return size;
}

/** Puts back what an earlier process moved aside and did not remove. @throws file system errors */
export async function putBackLeaving(folder: string): Promise<void> {
  for (const name of await folderNames(leavingFolder(folder))) {
    if (!ContentHash.safeParse(name).success) continue;
    const place = contentPlace(folder, name);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(join(leavingFolder(folder), name), place);
  }
}

async function folderNames(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  });
}
