import { chmod, mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { pinFolder } from '#core/files/pinned-folder';
import type { FileTarget } from './target.ts';

const FOLDER_MODE = 0o755;

/** The folders between what exists and the file, outermost first. */
export function foldersToMake({ path, existing }: Pick<FileTarget, 'path' | 'existing'>): string[] {
  const folders: string[] = [];
  if (path === existing) return folders;
  for (let folder = dirname(path); folder !== existing && folder !== dirname(folder); folder = dirname(folder)) {
    folders.unshift(folder);
  }
  return folders;
}

/** Makes the missing folders of a file one in the other, each in a folder that is held open. @throws MovedError when a link appears in the path. */
export async function makeFolders(target: Pick<FileTarget, 'path' | 'existing'>): Promise<void> {
  for (const path of foldersToMake(target)) {
    await using parent = await pinFolder(dirname(path));
    const folder = parent.at(basename(path));
    try {
      await mkdir(folder, { mode: FOLDER_MODE });
      // The umask of the host says nothing about the person's files.
      await chmod(folder, FOLDER_MODE);
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    }
  }
}
