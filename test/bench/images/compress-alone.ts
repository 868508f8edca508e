import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOfFile, LEVELS, openImage } from '#images';
import { compressorFor } from '../../../src-main/images/write/compress/compressor.ts';

/** The contents of a folder's files, one after the other, in blocks as large as those of an image. */
export async function blocksIn(folder: string, image: string): Promise<readonly Buffer[]> {
  using source = bytesOfFile(image);
  const { blockSize } = (await openImage(source)).image.superblock;
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)));
  const all = Buffer.concat(await Promise.all(files));
  return Array.from({ length: Math.ceil(all.length / blockSize) }, (_, at) =>
    all.subarray(at * blockSize, (at + 1) * blockSize),
  );
}

/** Compresses the blocks as packing does, with all cores, and keeps nothing: what packing cannot be quicker than. */
export async function compressAlone(blocks: readonly Buffer[]): Promise<void> {
  const compressor = await compressorFor({ codec: 'zstd', level: LEVELS.zstd.usual });
  const left = blocks.values();
  const compressOnes = async () => {
    for (const block of left) await compressor.pack(block);
  };
  // As many wait in the pool as while packing.
  await Promise.all(Array.from({ length: 4 * compressor.width }, compressOnes));
}
