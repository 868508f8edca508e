import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../../src-main/workspaces/files/list-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function listed(files: readonly string[], limit: number) {
  await using folder = await temporaryFolder();
  for (const file of files) {
    await mkdir(dirname(join(folder.path, file)), { recursive: true });
    await writeFile(join(folder.path, file), file);
  }
  const { files: found, isCut } = await listFiles(folder.path, limit);
  return { names: found.map(({ file }) => file), isCut };
}

test('as many files as may be listed are all that there are', async () => {
  expect(await listed(['a', 'b/c', 'd'], 3)).toEqual({ names: ['a', 'b/c', 'd'], isCut: false });
  expect(await listed(['a', 'b/c', 'b/d', 'e'], 3)).toMatchObject({ isCut: true, names: { length: 3 } });
});

test('folders that were not looked into may have more', async () => {
  const empty = ['node_modules/a', 'node_modules/b', '.venv/c'];
  expect(await listed([...empty, 'd/file'], 5)).toEqual({ names: ['d/file'], isCut: false });
  await using folder = await temporaryFolder();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await mkdir(join(folder.path, name));
  expect(await listFiles(folder.path, 3)).toEqual({ files: [], isCut: true });
});
