import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstWorkspace } from '#app/workspace';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function installation(path: string) {
  const sample = join(path, 'install', 'resources', 'sample-workspace');
  await mkdir(join(sample, 'sub'), { recursive: true });
  await mkdir(join(path, 'data'));
  await writeFile(join(sample, 'README.md'), 'sample');
  await writeFile(join(sample, 'sub', 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  return { installFolder: join(path, 'install'), dataFolder: join(path, 'data'), workspace: undefined };
}

test('without -dir the sample is copied into the data folder, programs still executable', async () => {
  await using folder = await temporaryFolder();
  const config = await installation(folder.path);

  const workspace = await firstWorkspace(config);

  expect(workspace).toMatchObject({ path: join(folder.path, 'data', 'sample-workspace'), isSample: true });
  expect(await readFile(join(workspace.path, 'README.md'), 'utf8')).toBe('sample');
  expect((await stat(join(workspace.path, 'sub', 'run.sh'))).mode & 0o111).toBe(0o111);
  expect(await readdir(config.dataFolder)).toEqual(['sample-workspace']);
});

test('the copy is never written over', async () => {
  await using folder = await temporaryFolder();
  const config = await installation(folder.path);
  const { path } = await firstWorkspace(config);
  await writeFile(join(path, 'README.md'), 'mine');

  await firstWorkspace(config);

  expect(await readFile(join(path, 'README.md'), 'utf8')).toBe('mine');
});

test('a chosen folder is opened where it really is', async () => {
  await using folder = await temporaryFolder();
  const config = await installation(folder.path);
  await mkdir(join(folder.path, 'real'));
  await symlink(join(folder.path, 'real'), join(folder.path, 'link'));

  const workspace = await firstWorkspace({ ...config, workspace: join(folder.path, 'link') });

  expect(workspace).toEqual({ path: join(folder.path, 'real'), name: 'real', isSample: false });
});
