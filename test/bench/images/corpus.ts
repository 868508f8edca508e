import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../../../node_modules');
/** Files that are taken whatever their size; behind them only larger ones are. */
const FIRST_FILES = 12_000;
const LEAST_BYTES = 16 * 1024;
const BYTES = 400_000_000;
/** Build output, and programs larger than most files of a workspace. */
const LEFT_OUT = new Set(['.cache', '.bin', 'electron']);
const LARGEST = 20 * 1024 * 1024;

/** Description of the corpus, for the notes of the figures. */
export const CORPUS =
  'the first 12,000 files of node_modules by name, then those of 16 KiB or more up to 400 MB; without electron and files over 20 MiB';

/** Copies packages of this checkout: JavaScript, types, maps, documents and some binaries. */
export async function makeCorpus(folder: string): Promise<void> {
  let bytes = 0;
  let files = 0;
  for await (const path of filesBelow('')) {
    const { size } = await lstat(join(SOURCE, path));
    if (size > LARGEST || (files >= FIRST_FILES && size < LEAST_BYTES)) continue;
    files++;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(SOURCE, path), join(folder, path));
    bytes += size;
    if (bytes >= BYTES) return;
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
