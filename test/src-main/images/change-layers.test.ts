import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '#core/files/remove-folder';
import {
  bytesOfFile,
  deleteLayer,
  findLayer,
  openImage,
  packFolder,
  restorePath,
  setDefaultLayer,
  squashLayer,
  tagLayer,
} from '#images';
import { describeEntries } from '../../../src-main/images/read/describe-entries.ts';
import { seenIn } from '../../../src-main/images/read/layer-nodes.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { fixture } from './support/image-fixtures.ts';

let box: TemporaryFolder;
let image: string;
beforeEach(async () => {
  box = await temporaryFolder();
  image = join(box.path, 'image');
  // v1.0 ← v1.1 ← the default, without a tag; packed with xz by others.
  await writeFile(image, fixture('three-layers.squashfs'));
});
afterEach(() => box[Symbol.asyncDispose]());

async function manifest() {
  using source = bytesOfFile(image);
  return (await openImage(source, { data: true })).manifest;
}

/** Lists what a layer shows, with hashes; the marks of overlay are left out. */
async function shown(layer: string): Promise<readonly unknown[]> {
  using source = bytesOfFile(image);
  const open = await openImage(source);
  const byPath = new Map([...describeEntries(open.image)].map((one) => [one.path, one]));
  return [...seenIn(open, findLayer(open.manifest, layer))]
    .map(([path, { source: entry }]) => {
      const { hardlink: _, path: __, xattrs: ___, ...rest } = byPath.get(entry.path.toString()) ?? { path: '' };
      return { ...rest, at: path };
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

async function uuidOf(index: number): Promise<string> {
  return [...(await manifest()).layers.keys()][index] ?? '';
}

test('a tag is given, moved on and taken away', async () => {
  const before = await shown('v1.0');
  const last = await uuidOf(2);
  expect(await tagLayer({ image, layer: last, tag: 'v2' })).toBe(last);
  expect(findLayer(await manifest(), 'v2').uuid).toBe(last);
  await tagLayer({ image, layer: 'v2' });
  expect((await manifest()).layers.get(last)?.tag).toBeUndefined();
  await expect(tagLayer({ image, layer: last, tag: 'v1.0' })).rejects.toThrow("The tag 'v1.0' is on the layer");
  await tagLayer({ image, layer: 'v1.0', tag: 'v1.0' });
  expect(await shown('v1.0')).toEqual(before);
});

test('another layer becomes the default', async () => {
  const uuid = await setDefaultLayer({ image, layer: 'v1.0' });
  expect((await manifest()).defaultLayer).toBe(uuid);
});

test('the last layer is deleted with its data, and its parent is the default then', async () => {
  const [before, last] = [await shown('v1.1'), await uuidOf(2)];
  expect(await deleteLayer({ image, layer: last })).toBe(last);
  expect([...(await manifest()).layers.keys()]).not.toContain(last);
  expect((await manifest()).defaultLayer).toBe(findLayer(await manifest(), 'v1.1').uuid);
  expect(await shown('v1.1')).toEqual(before);
});

test('a layer on which another stands is not deleted, nor the only one', async () => {
  const before = await readFile(image);
  await expect(deleteLayer({ image, layer: 'v1.0' })).rejects.toThrow('The layer v1.1 stands on v1.0');
  expect(await readFile(image)).toEqual(before);
  await deleteLayer({ image, layer: await uuidOf(2) });
  await deleteLayer({ image, layer: 'v1.1' });
  await expect(deleteLayer({ image, layer: 'v1.0' })).rejects.toThrow('the only layer');
});

test.each([true, false])(
  'a squashed layer shows the same and stands by itself (layers below go: %s)',
  async (dropsBelow) => {
    const [before, above] = [await shown('v1.1'), await shown(await uuidOf(2))];
    const below = await uuidOf(0);
    const { dropped, layer } = await squashLayer({ image, layer: 'v1.1', dropsBelow });
    expect(dropped).toEqual(dropsBelow ? [below] : []);
    const { layers, defaultLayer } = await manifest();
    expect(layers.get(layer)).not.toHaveProperty('parent');
    expect(layers.has(below)).toBe(!dropsBelow);
    expect(await shown('v1.1')).toEqual(before);
    // What stood on it shows the same, too.
    expect(await shown(defaultLayer)).toEqual(above);
  },
);

test('layers that something else needs stay when one is squashed', async () => {
  await setDefaultLayer({ image, layer: 'v1.0' });
  expect((await squashLayer({ image, layer: 'v1.1', dropsBelow: true })).dropped).toEqual([]);
});

test('a squashed image is smaller by what nothing names any more', async () => {
  const last = await uuidOf(2);
  await squashLayer({ image, layer: last, dropsBelow: true });
  expect((await manifest()).layers.size).toBe(1);
  expect((await readdir(box.path)).sort()).toEqual(['image']);
  expect((await stat(image)).size).toBeLessThanOrEqual(16_384);
});

test('the UUID of a layer is no tag of another, under which that one would be found', async () => {
  const [first, last] = [await uuidOf(0), await uuidOf(2)];
  for (const tag of [first, first.toUpperCase(), `urn:uuid:${first}`]) {
    await expect(tagLayer({ image, layer: last, tag })).rejects.toThrow('is the UUID of another layer');
  }
  expect(await tagLayer({ image, layer: last, tag: last })).toBe(last);
});

test.each(['tag', 'delete'] as const)('a layer that is not there is said (%s), and the image stays', async (verb) => {
  const before = await readFile(image);
  const wrong = verb === 'tag' ? tagLayer({ image, layer: 'nope', tag: 'x' }) : deleteLayer({ image, layer: 'nope' });
  await expect(wrong).rejects.toThrow('v1.0, v1.1');
  expect(await readFile(image)).toEqual(before);
  expect(await readdir(box.path)).toEqual(['image']);
});

test('the file behind a link changes, not the link', async () => {
  const link = join(box.path, 'link');
  await symlink('image', link);
  await tagLayer({ image: link, layer: 'v1.0', tag: 'first' });
  expect(findLayer(await manifest(), 'first').uuid).toBe(await uuidOf(0));
  expect((await stat(link)).ino).toBe((await stat(image)).ino);
});

async function restore(
  path: string,
  output: string,
  more: { readonly layer?: string; readonly replaces?: boolean } = {},
) {
  using source = bytesOfFile(image);
  const open = await openImage(source);
  return await restorePath(open, { path, output: join(box.path, output), replaces: false, ...more });
}

test('a file of a layer is restored, and a folder with all that is in it', async () => {
  await restore('gone.txt', 'deep/back.txt', { layer: 'v1.0' });
  expect((await stat(join(box.path, 'deep/back.txt'))).isFile()).toBe(true);
  await restore('skills/', 'skills', { layer: 'v1.0' });
  expect(await readdir(join(box.path, 'skills'))).toContain('old');
  expect((await readdir(box.path)).sort()).toEqual(['deep', 'image', 'skills']);
});

test('what is there is replaced only where that is said, a folder never; no link is followed', async () => {
  await writeFile(join(box.path, 'there'), 'precious');
  await mkdir(join(box.path, 'folder'));
  await symlink('there', join(box.path, 'link'));
  await expect(restore('gone.txt', 'there', { layer: 'v1.0' })).rejects.toThrow('exists already');
  await expect(restore('gone.txt', 'folder', { layer: 'v1.0', replaces: true })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('is a folder'),
  });
  await restore('gone.txt', 'link', { layer: 'v1.0', replaces: true });
  expect(await readFile(join(box.path, 'there'), 'utf8')).toBe('precious');
  await expect(restore('gone.txt', 'new', { layer: 'v1.1' })).rejects.toThrow('shows no gone.txt');
});

test.each([true, false])('a folder does not replace a file, which is said as what it is (%s)', async (replaces) => {
  await writeFile(join(box.path, 'there'), 'precious');
  const restored = restore('skills', 'there', { layer: 'v1.0', replaces });
  await expect(restored).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(`skills is a folder, and ${join(box.path, 'there')} is none`),
  });
  expect(await readFile(join(box.path, 'there'), 'utf8')).toBe('precious');
  expect((await readdir(box.path)).sort()).toEqual(['image', 'there']);
});

// Root may write everywhere.
test.skipIf(process.getuid?.() === 0)('a folder that nobody may write to is restored as it was', async () => {
  const rights = async (mode: number, ...folders: string[]) => {
    for (const one of folders) for (const path of [one, `${one}/inner`]) await chmod(join(box.path, path), mode);
  };
  await mkdir(join(box.path, 'tree/locked/inner'), { recursive: true });
  await writeFile(join(box.path, 'tree/locked/inner/file'), 'text');
  await rights(0o500, 'tree/locked');
  const packing = { codec: 'gzip', level: 1 } as const;
  await packFolder({
    folder: join(box.path, 'tree'),
    output: image,
    replaces: true,
    packing,
    includesSecret: () => true,
  });
  try {
    await restore('locked', 'back');
    expect((await stat(join(box.path, 'back'))).mode & 0o777).toBe(0o500);
    expect(await readFile(join(box.path, 'back/inner/file'), 'utf8')).toBe('text');
    expect((await readdir(box.path)).sort()).toEqual(['back', 'image', 'tree']);
  } finally {
    await rights(0o700, 'tree/locked');
    await removeFolder(join(box.path, 'back'));
  }
});
