import { lstatSync, realpathSync } from 'node:fs';

export interface RealPlace {
  readonly path: string;
  readonly isFolder: boolean;
}

/**
 * The place with links resolved, since something can be laid over the thing itself alone; `undefined` if nothing is.
 */
export function realPlace(path: string): RealPlace | undefined {
  try {
    // Most of what may be there is not, and to throw costs more than to look.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    const real = realpathSync.native(path);
    return { path: real, isFolder: lstatSync(real).isDirectory() };
  } catch {
    return undefined;
  }
}

/** Whether a path lies below a folder; both absolute, links resolved. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`) && path !== folder;
}
