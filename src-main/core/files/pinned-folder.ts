import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../app-error.ts';
import { pathFromBytes, pathToBytes } from './path-bytes.ts';

/** A path that no longer leads where it did when it was resolved: a part of it was replaced. */
export class MovedError extends Error {
  override readonly name = 'MovedError';
}

export interface PinnedFolder extends AsyncDisposable {
  /** The path of an entry that stays in this folder, whatever its own path leads to by now. */
  at(name: string): string;
}

/**
 * Holds the folder at `path` (resolved, as `core/files/path-bytes` has it) open. On Linux entries are then reached through `/proc/self/fd`, since Node has no
 * `openat`: nobody can slip a link into the path. Elsewhere the path is checked now, and a race remains.
 *
 * @throws MovedError when a part of the path has become a link.
 */
export async function pinFolder(path: string): Promise<PinnedFolder> {
  if (process.platform !== 'linux') return openByPath(path);
  const handle = await open(pathToBytes(path), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    orMoved(path),
  );
  try {
    const door = `/proc/self/fd/${handle.fd}`;
    const real = await readlink(door, { encoding: 'buffer' }).then(pathFromBytes, () => undefined);
    if (real === undefined) {
      await handle.close();
      return await openByPath(path);
    }
    if (real !== path) throw new MovedError(`${path} has been replaced`);
    return { at: (name) => `${door}/${name}`, [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    await handle.close().catch(() => {});
    throw error;
  }
}

async function openByPath(path: string): Promise<PinnedFolder> {
  const real = pathFromBytes(await realpath(pathToBytes(path), { encoding: 'buffer' }));
  if (real !== path) throw new MovedError(`${path} has been replaced`);
  return { at: (name) => join(path, name), [Symbol.asyncDispose]: async () => {} };
}

/** A link in place of what was resolved shows as ELOOP or ENOTDIR. */
function orMoved(path: string) {
  return (error: unknown): never => {
    const code = systemCodeOf(error);
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'ENOENT') throw new MovedError(`${path} has been replaced`);
    throw error;
  };
}

/** Reason given by the system, without the path, which may be an internal one. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return systemCodeOf(error) === undefined ? message : (message.split(', ')[0] ?? message);
}
