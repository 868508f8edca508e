import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { credentialsBelow } from '../../../src-main/approvals/read-only/credentials-below.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Makes folders in one another, and in each a file. */
async function chainOf(count: number, root: string): Promise<string> {
  let folder = root;
  for (let depth = 0; depth < count; depth += 1) {
    folder = join(folder, 'a');
    await mkdir(folder);
    await writeFile(join(folder, 'notes.txt'), '');
  }
  return folder;
}

test.each([1, 16, 17])('credentials are found below %i folders', async (count) => {
  await using root = await temporaryFolder();
  const last = await chainOf(count, root.path);
  const search = () => credentialsBelow([{ folder: root.path, isFollowing: false }], root.path);
  expect(await search()).toBeUndefined();

  await writeFile(join(last, '.env'), '');
  expect(await search()).toBe(`${join(last, '.env')} may hold credentials`);
});

test('credentials are found in a folder of many files', async () => {
  await using root = await temporaryFolder();
  await Promise.all(Array.from({ length: 2000 }, (_, index) => writeFile(join(root.path, `notes-${index}.txt`), '')));
  await writeFile(join(root.path, '.env'), '');

  const found = await credentialsBelow([{ folder: root.path, isFollowing: false }], root.path);
  expect(found).toBe(`${join(root.path, '.env')} may hold credentials`);
});
