import { lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { mapBounded } from '#core/async/map-bounded';
import { pathToBytes } from '#core/files/path-bytes';
import type { OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { notWritten, type UndoRefusal } from './refusal.ts';
import type { FlushFileSystem } from './stage-file.ts';

/** Number of files from which flushing their file system is faster than flushing each file. */
const MANY = 24;
/** Files flushed at a time; those that wait together go to the disk together. */
const PARALLEL = 8;

interface FlushPorts {
  readonly folders: OpenFolders;
  readonly flush?: FlushFileSystem | undefined;
}

/** Makes staged files outlive a power cut, before any takes its name. Resolves with those that could not be flushed. */
export async function flushStaged(
  works: readonly PathWork[],
  ports: FlushPorts,
): Promise<ReadonlyMap<string, UndoRefusal>> {
  const failed = new Map<string, UndoRefusal>();
  // Links have no bytes of their own, and their names are flushed with their folder. Bytes of a moved file may never have been.
  const files = works.filter(({ goal, linkTo }) => goal.wanted?.kind === 'file' && linkTo === undefined);
  if (files.length >= MANY && (await ports.flush?.(oneFolderEach(files)))) return failed;
  await mapBounded(files, PARALLEL, async ({ goal, temporary = '' }) => {
    try {
      const file = await open(ports.folders.bytesAt(temporary), 'r');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      failed.set(goal.path, notWritten(error));
    }
  });
  return failed;
}

/** One folder of each file system. */
function oneFolderEach(works: readonly PathWork[]): string[] {
  const byDevice = new Map<number, string>();
  for (const folder of new Set(works.map(({ temporary = '' }) => dirname(temporary)))) {
    const path = pathToBytes(folder);
    // A program's arguments are text.
    if (typeof path === 'string') byDevice.set(lstatSync(path).dev, folder);
  }
  return [...byDevice.values()];
}
