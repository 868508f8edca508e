import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesOfFile, openImage, unpackImage } from '#images';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { noise } from './support/model-tree.ts';
import { ImageBox } from './support/opened-image.ts';

const isRoot = process.getuid?.() === 0;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigma-full-'));
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]);
});
afterEach(async () => {
  if (isRoot) execFileSync('umount', [folder]);
  await rm(folder, { recursive: true, force: true });
});

test.runIf(isRoot)('a disk that fills up while a folder is packed is said, and nothing is left', async () => {
  const box = new ImageBox(folder);
  await mkdir(box.at('tree'));
  await writeFile(box.at('tree/large'), noise(1, 2_000_000));
  await expect(box.pack('tree', 'image')).rejects.toThrow('ENOSPC');
  expect(await readdir(folder)).toEqual(['tree']);
});

test.runIf(isRoot)(
  'a disk that fills up while a snapshot is made leaves the old image, and the folder can be tried again',
  async () => {
    const box = new ImageBox(folder);
    await mkdir(box.at('tree'));
    await writeFile(box.at('tree/file'), noise(1, 500_000));
    await box.pack('tree', 'image');
    await box.open('image', 'work');
    await rm(box.at('tree'), { recursive: true });
    const before = await readFile(box.at('image'));
    await writeFile(box.at('work/new'), noise(2, 900_000));
    await expect(box.snapshot('work')).rejects.toThrow('ENOSPC');
    expect(before.equals(await readFile(box.at('image')))).toBe(true);
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
    await writeFile(box.at('work/new'), noise(2, 100_000));
    expect(await box.snapshot('work')).toMatchObject({ added: 1 });
  },
);

test.runIf(isRoot)('a disk that fills up while an image is unpacked is said, and nothing is left', async () => {
  await using aside = await temporaryFolder();
  const box = new ImageBox(aside.path);
  await mkdir(box.at('tree'));
  await writeFile(box.at('tree/large'), noise(3, 2_000_000));
  await box.pack('tree', 'image');
  using source = bytesOfFile(box.at('image'));
  // It had room when it was asked for; another program takes it meanwhile.
  const onPartial = () => writeFileSync(join(folder, 'of-others'), noise(4, 2_000_000));
  const unpacking = unpackImage(await openImage(source), { output: join(folder, 'work'), isRaw: false, onPartial });
  await expect(unpacking).rejects.toThrow('ENOSPC');
  expect(await readdir(folder)).toEqual(['of-others']);
});

test.runIf(isRoot)('a place that is read-only is said', async () => {
  const box = new ImageBox(folder);
  await mkdir(box.at('tree'));
  await writeFile(box.at('tree/file'), 'x');
  execFileSync('mount', ['-o', 'remount,ro', folder]);
  await expect(box.pack('tree', 'image')).rejects.toThrow('EROFS');
});
