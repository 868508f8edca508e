import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBytes } from '../../../../src-main/execution/limits/open-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const onLinux = test.skipIf(process.platform !== 'linux');
const MB = 1024 * 1024;

onLinux('open files count below the folder alone, each once, the deleted ones apart', async () => {
  await using folder = await temporaryFolder();
  await using elsewhere = await temporaryFolder();
  const since = Date.now() - 1000;
  const places = { root: folder.path, boxed: new Set([(await stat(folder.path)).dev]) };
  await using kept = await open(join(folder.path, 'kept'), 'w');
  await using gone = await open(join(folder.path, 'gone'), 'w');
  await using again = await open(join(folder.path, 'gone'), 'r');
  await using other = await open(join(elsewhere.path, 'other'), 'w');
  for (const file of [kept, gone, other]) await file.write(Buffer.alloc(MB));
  for (const file of [kept, gone, other]) await file.sync();
  for (const [at, name] of [
    [folder.path, 'gone'],
    [elsewhere.path, 'other'],
  ] as const) {
    await rm(join(at, name));
  }

  expect((await again.stat()).nlink).toBe(0);
  expect(await openBytes([process.pid], places, since)).toEqual({ deleted: MB, young: 2 * MB });
  expect(await openBytes([process.pid], places, Date.now() + 60_000)).toEqual({ deleted: MB, young: 0 });
});

onLinux('a process that is gone has none', async () => {
  expect(await openBytes([2 ** 22 + 1], { root: '/', boxed: new Set([1]) }, 0)).toEqual({ deleted: 0, young: 0 });
});
