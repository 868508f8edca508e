import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  copyFile,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesInMemory, bytesOfFile, compareLayers, openImage, packFolder } from '#images';
import { fragmentAt } from '../../../src-main/images/squashfs/file-data.ts';
import { READING_JOBS } from '../../../src-main/images/thread/reading-jobs.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { describedFolder } from './support/described-folder.ts';
import { fixture } from './support/image-fixtures.ts';
import { noise } from './support/model-tree.ts';
import { oddTree } from './support/odd-tree.ts';
import { ImageBox, RECORDS } from './support/opened-image.ts';

let folder: TemporaryFolder;
let box: ImageBox;
beforeEach(async () => {
  folder = await temporaryFolder();
  box = new ImageBox(folder.path);
});
afterEach(() => folder[Symbol.asyncDispose]());

/** Describes the image without the folder itself and without hard links: an edited file of a layer is separate. */
async function told(name: string): Promise<readonly string[]> {
  const lines = await describedFolder(box.at(name));
  return [...lines]
    .filter(([path]) => path !== '')
    .map(([path, line]) => `${path} ${line.replace(/ "(?:[^"\\]|\\.)*" /, ' ')}`);
}

async function write(name: string, text: string | Buffer): Promise<void> {
  await mkdir(join(box.at(name), '..'), { recursive: true });
  await writeFile(box.at(name), text);
}

async function manifestOf(image: string) {
  using source = bytesOfFile(box.at(image));
  return (await openImage(source, { data: true })).manifest;
}

/** Moves the blocks that small files share behind the tables, where odd programs have them. */
async function withDataBehind(bytes: Buffer): Promise<Buffer> {
  const { image } = await openImage(bytesInMemory(bytes));
  const { start, size } = fragmentAt(image, 0);
  const moved = Buffer.concat([bytes, bytes.subarray(start, start + size)]);
  const table = Number(bytes.readBigUInt64LE(Number(bytes.readBigUInt64LE(80))));
  // Its one record is stored as it is, behind two bytes.
  expect(bytes.readUInt16LE(table)).toBe(0x8000 | 16);
  moved.writeBigUInt64LE(BigInt(bytes.length), table + 2);
  moved.writeBigUInt64LE(BigInt(moved.length), 40);
  return moved;
}

test('a snapshot opens as just the folder that was edited, and the layer below as it was (P13)', async () => {
  await mkdir(box.at('tree'));
  await oddTree(box.at('tree'));
  const { layer: first } = await box.pack('tree', 'image', 'v1.0');
  await box.open('image', 'work');
  const before = await told('work');
  await write('work/new/deep/file', 'new');
  await appendFile(box.at('work/a/text'), 'changed');
  await rm(box.at('work/a/noise'));
  await rm(box.at('work/a/b'), { recursive: true });
  await write('work/a/b', 'a file where a folder was');
  await rm(box.at('work/program'));
  await write('work/program/inside', 'a folder where a file was');
  await chmod(box.at('work/a/zeros'), 0o640);
  await utimes(box.at('work/a/hole'), 5, 5);
  await rm(box.at('work/broken'));
  await symlink('elsewhere', box.at('work/broken'));
  await link(box.at('work/ odd\nname,:"'), box.at('work/linked'));
  execFileSync('setfattr', ['-n', 'user.new', '-v', 'x', box.at('work/a')]);
  const { layer, parent } = await box.snapshot('work', 'v1.1');
  await box.open('image', 'again');
  await box.open('image', 'old', 'v1.0');
  expect(await told('again')).toEqual(await told('work'));
  expect(await told('old')).toEqual(before);
  const manifest = await manifestOf('image');
  expect(parent).toBe(first);
  expect(manifest).toMatchObject({
    defaultLayer: layer,
    layers: new Map([
      [first, { tag: 'v1.0' }],
      [layer, { parent: first }],
    ]),
  });
});

test('a folder that was deleted and made anew shows only what is new (P14)', async () => {
  await write('tree/folder/old', 'old');
  await write('tree/folder/inner/older', 'older');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  await rm(box.at('work/folder'), { recursive: true });
  await write('work/folder/new', 'new');
  await box.snapshot('work');
  await box.open('image', 'again');
  expect((await told('again')).map((line) => line.split(' ')[0])).toEqual(['folder', 'folder/new']);
});

test('a snapshot stands upon the layer that was open, not upon the default', async () => {
  await write('tree/file', '1');
  const { layer: first } = await box.pack('tree', 'image', 'v1');
  await box.open('image', 'work');
  await box.open('image', 'other');
  await write('work/two', '2');
  await box.snapshot('work', 'v2');
  await write('other/three', '3');
  expect((await box.snapshot('other', 'v3')).parent).toBe(first);
  await box.open('image', 'again', 'v3');
  expect((await told('again')).map((line) => line.split(' ')[0])).toEqual(['file', 'three']);
});

test('a second snapshot of a folder holds what changed since the first', async () => {
  await write('tree/file', '1');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  await write('work/two', '2');
  const { layer } = await box.snapshot('work');
  await write('work/three', '3');
  expect(await box.snapshot('work')).toMatchObject({ parent: layer, added: 1, changed: 0, deleted: 0 });
});

test('where nothing changed no layer is added but for a tag', async () => {
  await write('tree/file', '1');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  const before = await readFile(box.at('image'));
  expect(await box.snapshot('work')).toMatchObject({ layer: undefined, added: 0, changed: 0, deleted: 0 });
  expect(await readFile(box.at('image'))).toEqual(before);
  expect(await box.snapshot('work', 'named')).toMatchObject({ layer: expect.any(String), changed: 0 });
});

test('a file that is written again as it was is no change; one changed within its times is found', async () => {
  await write('tree/same', 'same');
  await write('tree/sly', 'before');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  const { atime, mtime } = await stat(box.at('work/same'));
  await write('work/same', 'same');
  await utimes(box.at('work/same'), atime, mtime);
  const sly = await stat(box.at('work/sly'));
  await write('work/sly', 'after!');
  await utimes(box.at('work/sly'), sly.atime, sly.mtime);
  expect(await box.snapshot('work')).toMatchObject({ added: 0, changed: 1, deleted: 0 });
});

test('a tag that is there is refused, and the image stays byte for byte (P16)', async () => {
  await write('tree/file', '1');
  await box.pack('tree', 'image', 'v1');
  await box.open('image', 'work');
  await write('work/two', '2');
  const before = await readFile(box.at('image'));
  await expect(box.snapshot('work', 'v1')).rejects.toThrow("The tag 'v1' is on the layer");
  await expect(box.snapshot('work', '')).rejects.toThrow('at least one character');
  expect(await readFile(box.at('image'))).toEqual(before);
});

test('the blocks of the old image stay where they are, and a moved file shares them', async () => {
  await write('tree/large', noise(1, 3_000_000));
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  const { size } = await stat(box.at('image'));
  await mkdir(box.at('work/moved'));
  await rename(box.at('work/large'), box.at('work/moved/large'));
  await copyFile(box.at('work/moved/large'), box.at('work/copy'));
  await box.snapshot('work');
  expect((await stat(box.at('image'))).size - size).toBeLessThan(10_000);
  await box.open('image', 'again');
  expect(await told('again')).toEqual(await told('work'));
});

test('a copied file is itself, too, where the data of the image is moved', async () => {
  await write('tree/a', 'small');
  await write('tree/large', noise(1, 3_000_000));
  await box.pack('tree', 'image');
  await writeFile(box.at('image'), await withDataBehind(await readFile(box.at('image'))));
  await box.open('image', 'work');
  await copyFile(box.at('work/large'), box.at('work/copy'));
  await box.snapshot('work');
  await box.open('image', 'again');
  expect(await told('again')).toEqual(await told('work'));
});

test('an image that others packed with xz takes a layer, whose data is stored as it is', async () => {
  await writeFile(box.at('image'), fixture('three-layers.squashfs'));
  await box.open('image', 'work');
  const old = await manifestOf('image');
  await write('work/new', 'new');
  expect(await box.snapshot('work', 'ours')).toMatchObject({ storedIn: 'xz', added: 1 });
  await box.open('image', 'again');
  expect(await told('again')).toEqual(await told('work'));
  const { layers } = await manifestOf('image');
  expect([...layers.keys()].slice(0, old.layers.size)).toEqual([...old.layers.keys()]);
  using source = bytesOfFile(box.at('image'));
  expect(compareLayers(await openImage(source), 'v1.0', 'v1.1').length).toBeGreaterThan(0);
});

/** Number of snapshots in a row: all that are promised in the long suites. */
const IN_A_ROW = process.env.SIGMA_TEST_LONG === '1' ? 80 : 20;

test(`${IN_A_ROW} snapshots in a row open (P20)`, async () => {
  await write('tree/file', '0');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  for (let at = 1; at <= IN_A_ROW; at++) {
    await write('work/file', `${at}`);
    await write(`work/file-${at}`, `${at}`);
    await box.snapshot('work', `v${at}`);
  }
  await box.open('image', 'again');
  expect(await told('again')).toEqual(await told('work'));
  expect((await manifestOf('image')).layers.size).toBe(IN_A_ROW + 1);
}, 120_000);

test('a folder that was not opened from an image is refused, and one that took its place', async () => {
  await write('tree/file', '1');
  await box.pack('tree', 'image');
  await expect(box.snapshot('tree')).rejects.toThrow('was not opened from an image');
  await box.open('image', 'work');
  await rename(box.at('work'), box.at('aside'));
  await write('work/file', 'other');
  await expect(box.snapshot('work')).rejects.toThrow('is not the folder that was opened');
});

test('an image with another layer of that name is refused', async () => {
  await write('tree/file', '1');
  const { layer } = await box.pack('tree', 'image');
  await box.open('image', 'work');
  await rm(box.at('image'));
  await box.pack('tree', 'image');
  await expect(box.snapshot('work')).rejects.toThrow(`${layer} of ${box.at('image')}, which is not there any more`);
});

test('secrets that are new are left out, and those that the image has stay', async () => {
  await write('tree/file', '1');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  await write('work/.env', 'KEY=1');
  await write('work/key.txt', `token ghp_${'a'.repeat(36)}`);
  const { leftOut, added } = await box.snapshot('work', 'v2');
  expect(leftOut).toEqual([
    { path: '.env', reason: 'secret' },
    { path: 'key.txt', reason: 'secret' },
  ]);
  expect(added).toBe(0);
});

test('a secret in the place of a link of the image is as new as any other; a link that the image has stays', async () => {
  await write('tree/file', '1');
  await symlink('file', box.at('tree/.env'));
  await symlink('file', box.at('tree/.netrc'));
  await symlink('file', box.at('tree/note'));
  await packFolder({
    folder: box.at('tree'),
    output: box.at('image'),
    replaces: false,
    includesSecret: () => true,
    packing: { codec: 'zstd', level: 1 },
  });
  await box.open('image', 'work');
  for (const name of ['.env', 'note']) await rm(box.at(`work/${name}`));
  await write('work/.env', 'KEY=1');
  await write('work/note', `token ghp_${'a'.repeat(36)}`);
  const { leftOut } = await box.snapshot('work');
  expect(leftOut).toEqual([
    { path: '.env', reason: 'secret' },
    { path: 'note', reason: 'secret' },
  ]);
  await box.open('image', 'again');
  expect((await told('again')).map((line) => line.split(' ')[0])).toEqual(['.netrc', 'file']);
});

test('what the ignore file names is neither added nor deleted, also where it is gone from the folder', async () => {
  await write('tree/logs/old.log', 'old');
  await write('tree/logs/notes', 'notes');
  await write('tree/cache/inner/file', 'cached');
  await write('tree/gone', 'gone');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  await write('work/.sigmaignore', '*.log\ncache/\n');
  await write('work/logs/new.log', 'new');
  for (const name of ['logs/old.log', 'cache', 'gone']) await rm(box.at(`work/${name}`), { recursive: true });
  expect(await box.snapshot('work')).toMatchObject({ added: 1, deleted: 1 });
  await box.open('image', 'again');
  expect((await told('again')).map((line) => line.split(' ')[0])).toEqual([
    '.sigmaignore',
    'cache',
    'cache/inner',
    'cache/inner/file',
    'logs',
    'logs/notes',
    'logs/old.log',
  ]);
});

test('the image of a folder is found through a link, as a snapshot of it is taken', async () => {
  await write('tree/file', '1');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  await symlink(box.at('work'), box.at('link'));
  const bases = box.at(RECORDS);
  expect(await READING_JOBS.imageOf({ folder: box.at('link'), bases })).toBe(box.at('image'));
  await expect(READING_JOBS.imageOf({ folder: box.at('gone'), bases })).rejects.toThrow('There is no folder');
});

test('the new image may be another file', async () => {
  await write('tree/file', '1');
  await box.pack('tree', 'image');
  await box.open('image', 'work');
  await write('work/two', '2');
  const before = await readFile(box.at('image'));
  expect((await box.snapshot('work', undefined, { output: box.at('new') })).image).toBe(box.at('new'));
  expect(await readFile(box.at('image'))).toEqual(before);
  expect((await manifestOf('new')).layers.size).toBe(2);
});
