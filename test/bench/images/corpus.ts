import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../../../node_modules');
const MOST_FILES = 12_000;
const MOST_BYTES = 400 * 1024 * 1024;
/** Build output, and programs larger than most files of a workspace. */
const LEFT_OUT = new Set(['.cache', '.bin', 'electron']);
const LARGEST = 20 * 1024 * 1024;

/** Description of the corpus, for the notes of the figures. */
export const CORPUS =
  'the first 12,000 files or 400 MiB of node_modules, by name, without electron and files over 20 MiB';

/** Copies packages of this checkout: JavaScript, types, maps, documents and some binaries. */
export async function makeCorpus(folder: string): Promise<void> {
  let bytes = 0;
  let files = 0;
  for await (const path of filesBelow('')) {
    const { size } = await lstat(join(SOURCE, path));
    if (size > LARGEST) continue;
    bytes += size;
    if (++files > MOST_FILES || bytes > MOST_BYTES) return;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(SOURCE, path), join(folder, path));
  }
}

async function* filesBelow(path: string): AsyncGenerator<string> {
  const entries = await readdir(join(SOURCE, path), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}
