import { execFile } from 'node:child_process';
import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { linkedToHidden } from '#process/sandbox/linked-files';
import { searchHere } from '#process/sandbox/search-here';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);
const OPTIONS = { pruned: ['node_modules', '.git'], isWanted: (name: string) => name === '.netrc' };

async function fill(root: string): Promise<void> {
  for (const folder of ['a/b', 'node_modules/pack', '.git']) await mkdir(join(root, folder), { recursive: true });
  const files = ['plain', 'a/.netrc', 'a/b/one', 'node_modules/pack/.netrc', '.git/one', 'a/node_modules'];
  for (const file of files) await writeFile(join(root, file), file);
  await link(join(root, 'a/b/one'), join(root, 'a/two'));
  await link(join(root, '.git/one'), join(root, '.git/two'));
  await symlink(join(root, 'a'), join(root, 'a/b/loop'));
}

test('files with several names and wanted ones are found, links and what is pruned are not looked into', async () => {
  await using folder = await temporaryFolder();
  await fill(folder.path);
  const found = await searchHere(folder.path, { ...OPTIONS, most: 100 });
  expect(found?.sort()).toEqual(['a/.netrc', 'a/b/one', 'a/two'].map((name) => join(folder.path, name)));
});

test('where there is more than it may look at, nothing is answered', async () => {
  await using folder = await temporaryFolder();
  await fill(folder.path);
  expect(await searchHere(folder.path, { ...OPTIONS, most: 5 })).toBe(undefined);
});

test('a workspace of many files is searched as one of few', async () => {
  await using folder = await temporaryFolder();
  const [few, many, hidden] = ['few', 'many', 'hidden'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(hidden);
  await writeFile(join(hidden, 'key'), 'secret');
  for (const workspace of [few, many]) {
    await mkdir(workspace);
    await fill(workspace);
    await link(join(hidden, 'key'), join(workspace, 'a/b/linked'));
  }
  await Promise.all(Array.from({ length: 400 }, (_, at) => writeFile(join(many, `file-${at}`), '')));
  for (const workspace of [few, many, many]) {
    const found = await linkedToHidden(workspace, Promise.resolve([hidden]));
    expect(found.sort()).toEqual(['a/.netrc', 'a/b/linked'].map((name) => join(workspace, name)));
  }
});

test.skipIf(process.platform === 'win32')(
  'links to a hidden folder are not taken for none where no descriptor is free to look into it',
  async () => {
    await using folder = await temporaryFolder();
    const [workspace, hidden] = [join(folder.path, 'workspace'), join(folder.path, 'hidden')];
    for (const one of [workspace, hidden]) await mkdir(one);
    await writeFile(join(hidden, 'key'), 'secret');
    await link(join(hidden, 'key'), join(workspace, 'linked'));
    expect(await linkedToHidden(workspace, Promise.resolve([hidden]))).toEqual([join(workspace, 'linked')]);
    const program = join(import.meta.dirname, '../../../fixtures/process/few-descriptors.ts');
    const words = [process.execPath, '--import', 'tsx', program, '0', workspace, hidden];
    const { stdout } = await run('sh', ['-c', 'ulimit -n 256; exec "$@"', 'sh', ...words]);
    expect(stdout.trim()).toBe('UNAVAILABLE');
  },
);
