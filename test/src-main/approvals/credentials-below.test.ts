import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyseSafely } from '#shell-analysis';
import { lookAtCommand } from '../../../src-main/approvals/look-at-command.ts';
import { CredentialSearches, credentialsBelow } from '../../../src-main/approvals/read-only/credentials-below.ts';
import { treeReasons } from '../../../src-main/approvals/risk/tree-reads.ts';
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

test('the folders that a line reads are gone through once, however they are spelled', async () => {
  await using root = await temporaryFolder();
  const searches = new CredentialSearches(root.path);
  const found = (folder: string) => searches.problem([{ folder, isFollowing: false }]);
  expect(await found(root.path)).toBeUndefined();

  await writeFile(join(root.path, '.env'), '');
  expect(await found(`${root.path}/.`)).toBeUndefined();
  expect(await searches.problem([{ isFollowing: true, folder: root.path }])).toContain('.env');
  expect(await new CredentialSearches(root.path).problem([{ folder: root.path, isFollowing: false }])).toContain(
    '.env',
  );
});

test('what the proof and the risk of a line found below its folders is the same answer, asked for once', async () => {
  await using root = await temporaryFolder();
  await writeFile(join(root.path, '.env'), '');
  const analysis = await analyseSafely('grep -r KEY .');
  const place = { workspace: root.path, cwd: root.path, home: root.path, own: [] };
  const { facts, searches } = await lookAtCommand(analysis, place);
  expect(facts.diskFacts.proof.line).toMatchObject({ isProven: false });

  await rm(join(root.path, '.env'));
  const look = { facts, workspace: root.path, isAllowed: () => false };
  expect(await treeReasons({ ...look, searches })).toEqual([
    `grep reads files that are not named: ${join(root.path, '.env')} may hold credentials`,
  ]);
  expect(await treeReasons(look)).toEqual([]);
});
