import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesInMemory, openImage, packFolder, unpackImage } from '#images';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const CODECS = ['zstd', 'gzip'] as const;

let box: TemporaryFolder;
beforeEach(async () => {
  box = await temporaryFolder();
});
afterEach(() => box[Symbol.asyncDispose]());

/** Files with blocks of their own, more than are read ahead, and small ones, some of them equal to one far before. */
async function files(): Promise<ReadonlyMap<string, Buffer>> {
  const repeated = Buffer.from('the same in many places\n'.repeat(40));
  const found = new Map<string, Buffer>([
    ['a-large', Buffer.concat(Array.from({ length: 60 }, (_, at) => Buffer.alloc(100_000, `line ${at}\n`)))],
    ['hole', Buffer.concat([randomBytes(300_000), Buffer.alloc(600_000), Buffer.from('end')])],
    ['stored', randomBytes(500_000)],
  ]);
  for (let at = 0; at < 60; at++) {
    found.set(`small-${at}`, Buffer.from(`${at} `.repeat(30_000)));
    if (at % 7 === 0) found.set(`small-${at}-again`, repeated);
  }
  return found;
}

async function packed(codec: 'zstd' | 'gzip', contents: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const folder = join(box.path, 'tree');
  await mkdir(folder);
  for (const [name, bytes] of contents) await writeFile(join(folder, name), bytes);
  const output = join(box.path, 'image');
  await packFolder({ folder, output, replaces: false, packing: { codec, level: 1 }, includesSecret: () => true });
  return await readFile(output);
}

test.each(CODECS)('what is unpacked ahead comes to the files to which it belongs: %s', async (codec) => {
  const contents = await files();
  const image = await packed(codec, contents);
  const output = join(box.path, 'out');
  await unpackImage(await openImage(bytesInMemory(image)), { output, isRaw: false });
  expect((await readdir(output)).length).toBe(contents.size);
  for (const [name, bytes] of contents) {
    expect(bytes.equals(await readFile(join(output, name))), name).toBe(true);
  }
});

test.each(CODECS)('a damaged block is found when its file is written, and nothing is left: %s', async (codec) => {
  const image = await packed(codec, await files());
  // Within the first block, which is one of the large file.
  image.fill(0xff, 200, 260);
  const unpacking = unpackImage(await openImage(bytesInMemory(image)), { output: join(box.path, 'out'), isRaw: false });
  await expect(unpacking).rejects.toMatchObject({ defect: 'data' });
  expect((await readdir(box.path)).sort()).toEqual(['image', 'tree']);
});
