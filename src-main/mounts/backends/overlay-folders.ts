import type { Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { MountError } from '../mount-error.ts';
import type { MountFolder } from '../records/mount-records.ts';

/** Most layers whose names, relative to the image, fit the page in which the kernel takes options. */
export const MAX_LAYERS = 100;

/** Makes the folders of an overlay, beside the record. */
export async function makeOverlayFolders({ image, upper, work }: MountFolder): Promise<void> {
  for (const path of [image, upper, work]) await mkdir(path, { mode: 0o700 });
}

/** Gives the folder for changes the rights of the layer's, since the overlay shows them as its own. */
export async function likeLayer({ image, upper }: MountFolder, layer: string, owner?: Owner): Promise<void> {
  const found = await lstat(join(image, layer));
  if (!found.isDirectory()) throw new MountError('backend', `The layer ${layer} is no folder in the mounted image`);
  await chmod(upper, (found.mode & 0o777) | 0o700);
  if (owner) await chown(upper, owner.uid, owner.gid);
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Options of an overlay that is made in the folder of the image: no path stands in them, so no mark of a path can. */
export function overlayOptions(layers: readonly string[], more: readonly string[]): string {
  return [...more, `lowerdir=${layers.join(':')}`, 'upperdir=../upper', 'workdir=../work'].join(',');
}

/** Whether something was written in an overlay; names deleted in it count. */
export async function hasWritten({ upper }: MountFolder): Promise<boolean> {
  return (await namesInFolder(upper)).length > 0;
}

/** Whether something in a folder was written or renamed after a moment, in milliseconds. Links are not followed. */
export async function wasWrittenSince(folder: string, since: number): Promise<boolean> {
  for await (const entry of statsBelow(folder)) if (entry.ctimeMs > since) return true;
  return false;
}

async function* statsBelow(top: string): AsyncGenerator<Stats> {
  const unread = [top];
  for (let folder = unread.pop(); folder !== undefined; folder = unread.pop()) {
    for (const name of await namesInFolder(folder)) {
      const path = `${folder}/${pathFromBytes(name)}`;
      const found = await lstat(pathToBytes(path));
      yield found;
      if (found.isDirectory()) unread.push(path);
    }
  }
}

async function namesInFolder(folder: string): Promise<readonly Buffer[]> {
  try {
    return await readdir(pathToBytes(folder), { encoding: 'buffer' });
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
