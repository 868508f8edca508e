import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { ReadingFolders } from '../../../src-main/images/reading/reading-folders.ts';
import type { RunJob } from '../../../src-main/images/thread/run-job.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('layers with folders that nobody may write to are let go like others', async () => {
  await using box = await temporaryFolder();
  const [image, root] = [join(box.path, 'image'), join(box.path, 'reading')];
  await writeFile(image, '');
  const layOut = async (_: string, { folder }: { readonly folder: string }) => {
    await mkdir(join(folder, 'locked'), { recursive: true });
    await writeFile(join(folder, 'locked/file'), 'x');
    await chmod(join(folder, 'locked'), 0o500);
    return { uuid: 'u', isDefault: true };
  };
  const folders = new ReadingFolders(root, layOut as unknown as RunJob);
  const { signal } = new AbortController();
  for (const layer of ['1', '2', '3', '4', '5']) await folders.read({ image, layer }, signal, async () => {});
  expect(await readdir(root)).toHaveLength(4);
  await folders[Symbol.asyncDispose]();
  expect(await readdir(box.path)).toEqual(['image']);
});

test('a folder that could not be made at first is made when the next layer is read', async () => {
  await using box = await temporaryFolder();
  const [image, parent] = [join(box.path, 'image'), join(box.path, 'parent')];
  await writeFile(image, '');
  await writeFile(parent, 'in the way');
  const run = () => Promise.resolve({ uuid: 'u', isDefault: true });
  await using folders = new ReadingFolders(join(parent, 'reading'), run as unknown as RunJob);
  const { signal } = new AbortController();
  const layer = { image, layer: '1' };
  await expect(folders.read(layer, signal, async () => {})).rejects.toThrow('ENOTDIR');
  await rm(parent);
  expect(await folders.read(layer, signal, async (laidOut) => laidOut.layer.uuid)).toBe('u');
});

test('a layer that is being read stays until it was read, whatever else is laid out', async () => {
  await using box = await temporaryFolder();
  const [image, root] = [join(box.path, 'image'), join(box.path, 'reading')];
  await writeFile(image, '');
  const layOut = async (_: string, { folder }: { readonly folder: string }) => {
    await mkdir(folder);
    await writeFile(join(folder, 'file'), 'x');
    return { uuid: 'u', isDefault: true };
  };
  await using folders = new ReadingFolders(root, layOut as unknown as RunJob);
  const { signal } = new AbortController();
  const done = new Deferred<void>();
  const first = folders.read({ image, layer: '1' }, signal, async ({ folder }) => {
    await done.promise;
    return await readdir(folder);
  });
  for (const layer of ['2', '3', '4', '5', '6']) await folders.read({ image, layer }, signal, async () => {});
  done.resolve();
  expect(await first).toEqual(['file']);
  expect(await readdir(root)).toHaveLength(4);
});
