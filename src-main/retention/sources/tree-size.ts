import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Sums the bytes of a folder's files, or of a file; 0 for what does not exist or cannot be read. Links are not
 * followed.
 */
export async function treeSize(path: string): Promise<number> {
  let bytes = 0;
  const waiting = [Buffer.from(path)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const stats = await lstat(at).catch(() => undefined);
    if (stats?.isFile()) bytes += stats.size;
    if (!stats?.isDirectory()) continue;
    const names = await readdir(at, { encoding: 'buffer' }).catch(() => []);
    const folder = Buffer.concat([at, Buffer.from('/')]);
    for (const name of names) waiting.push(Buffer.concat([folder, name]));
  }
  return bytes;
}

/** Names in a folder; none if it is not there. @throws file system errors */
export async function namesInFolder(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Counts the files with an ending in a folder, and their bytes. */
export async function countFiles(folder: string, ending: string): Promise<{ count: number; bytes: number }> {
  const names = (await namesInFolder(folder)).filter((name) => name.endsWith(ending));
  const sizes = await Promise.all(names.map((name) => treeSize(join(folder, name))));
  return { count: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
