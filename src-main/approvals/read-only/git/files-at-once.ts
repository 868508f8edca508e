/**
 * Looks at files of repositories at once, as the disk is looked at in all of a decision: ways through Node's pool would take
 * most of its time.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FileReadResult, readTextFile } from '#core/files/text-file';

/** Whether something is there, as far as it can be told. */
export function existsNow(path: string): boolean {
  try {
    return !isMissing(path);
  } catch {
    return false;
  }
}

/** Reads a small file; most of those that git may have are not there. */
export async function readGitFile(path: string, maxBytes: number): Promise<FileReadResult> {
  try {
    if (isMissing(path)) return { state: 'missing' };
  } catch {
    // What cannot be looked at says why when it is read.
  }
  return await readTextFile(path, maxBytes);
}

/** Lists the links that stand in a folder itself; none of one that cannot be read. */
export function linksIn(folder: string): readonly string[] {
  try {
    const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    return links.map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

const isMissing = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) === undefined;
