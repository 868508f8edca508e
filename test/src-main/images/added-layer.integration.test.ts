import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesOfFile, tagLayer } from '#images';
import { checkImage } from '../../../src-main/images/check/check-image.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { ImageBox } from './support/opened-image.ts';

const UNSQUASHFS = '/usr/bin/unsquashfs';

let place: TemporaryFolder;
let box: ImageBox;
beforeEach(async () => {
  place = await temporaryFolder();
  box = new ImageBox(place.path);
  for (let folder = 0; folder < 20; folder++) {
    await mkdir(box.at(`tree/${folder}`), { recursive: true });
    for (let file = 0; file < 30; file++) await writeFile(box.at(`tree/${folder}/file-${file}`), `${folder}, ${file}`);
  }
  await box.pack('tree', 'image');
});
afterEach(() => place[Symbol.asyncDispose]());

/** The full blocks of the tables of inodes and listings, and the number of inodes of a sound image. */
async function tables() {
  using source = bytesOfFile(box.at('image'));
  const { image, findings } = await checkImage(source, { data: true });
  expect(findings).toEqual([]);
  const [inodes, folders] = [image?.inodes.packed()?.blocks, image?.folders.packed()?.blocks];
  return {
    inodes: inodes ?? Buffer.alloc(0),
    folders: folders ?? Buffer.alloc(0),
    count: image?.superblock.inodeCount,
  };
}

test('the inodes and listings of an image stay as they are packed when a layer is added', async () => {
  const before = await tables();
  await box.open('image', 'work');
  await writeFile(box.at('work/3/new'), 'new');
  const { layer = '' } = await box.snapshot('work', 'v1');

  const after = await tables();
  expect(before.inodes.length).toBeGreaterThan(0);
  expect(after.inodes.subarray(0, before.inodes.length).equals(before.inodes)).toBe(true);
  expect(after.folders.subarray(0, before.folders.length).equals(before.folders)).toBe(true);
  // The layer, a folder in it, and the file.
  expect(after.count).toBe((before.count ?? 0) + 3);

  execFileSync(UNSQUASHFS, ['-no-progress', '-quiet', '-d', box.at('out'), box.at('image')]);
  const manifest = JSON.parse(await readFile(box.at('out/manifest.json'), 'utf8')) as { default: string };
  expect(manifest.default).toBe(layer);
  expect(await readFile(join(box.at('out'), layer, '3/new'), 'utf8')).toBe('new');
});

test('a tag adds no inode', async () => {
  const before = await tables();
  await box.open('image', 'work');
  const { layer = '' } = await box.snapshot('work', 'v1');
  const tagged = await tables();
  await tagLayer({ image: box.at('image'), layer, tag: 'v2' });

  expect((await tables()).count).toBe(tagged.count);
  expect(tagged.count).toBe((before.count ?? 0) + 1);
});
