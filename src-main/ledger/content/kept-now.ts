/**
 * Kept bytes without waiting for a thread, for thousands of small files: Node's asynchronous calls take several times
 * as long as the work itself.
 */

import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentHash } from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { contentPlace, incomingFolder, leavingFolder } from './content-places.ts';

/** Lists the possible paths of the bytes, in the order in which they move, so that none are missed while they do. */
export function placesOfKept(
  folder: string,
  hash: ContentHash,
): readonly [incoming: string, settled: string, leaving: string] {
  const settled = contentPlace(folder, hash);
  return [join(incomingFolder(folder), hash), settled, join(leavingFolder(folder), hash)];
}

/**
 * Reads kept bytes; `undefined` if there are none. Not checked for damage. @throws AppError UNAVAILABLE if they
 * cannot be read
 */
export function readKeptNow(folder: string, hash: ContentHash): Buffer | undefined {
  const [incoming, settled, leaving] = placesOfKept(folder, hash);
  // Most bytes are settled, and an error takes longer to make than a look.
  const waiting = sizeNow(incoming) === undefined ? undefined : readIfThere(incoming, hash);
  return waiting ?? readIfThere(settled, hash) ?? readIfThere(leaving, hash);
}

/** The size of a regular file, in bytes; `undefined` if there is none. */
export function sizeNow(path: string): number | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : undefined;
}

export function unreadableContent(path: string, hash: ContentHash, error: unknown): AppError {
  return new AppError('UNAVAILABLE', `The kept bytes ${hash} cannot be read: ${messageOf(error)}`, { where: path });
}

export function contentNotFound(folder: string, hash: ContentHash): AppError {
  return new AppError('NOT_FOUND', `No bytes ${hash} are kept`, { where: contentPlace(folder, hash) });
}

export function contentDamaged(folder: string, hash: ContentHash): AppError {
  return new AppError('UNAVAILABLE', `The kept bytes ${hash} are damaged on disk`, {
    where: contentPlace(folder, hash),
  });
}

function readIfThere(path: string, hash: ContentHash): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw unreadableContent(path, hash, error);
  }
}
