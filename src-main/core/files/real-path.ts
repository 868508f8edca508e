import { realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';

/** Resolves every link of a path, at once; `undefined` if nothing is there, or it cannot be looked at. */
export function realPathAtOnce(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Resolves every link of a path, at once; one that cannot be resolved stays as it is. */
export const realOrSameAtOnce = (path: string): string => realPathAtOnce(path) ?? path;

/** Resolves every link of a path; one that cannot be resolved stays as it is. */
export async function realOrSame(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}

/** Whether a path leads to a folder that can be looked at. */
export async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
