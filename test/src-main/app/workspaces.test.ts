import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Workspaces } from '#app/workspaces';
import type { Workspace } from '#contract';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function started() {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const name of ['first', 'other', 'data/sample-workspace']) await mkdir(at(name), { recursive: true });
  const first = { path: at('first'), name: 'first', isSample: false };
  const workspaces = new Workspaces(first, { dataFolder: at('data') });
  const opened: Workspace[] = [];
  workspaces.onOpened((workspace) => opened.push(workspace));
  return { at, first, workspaces, opened, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('a folder is opened once, by its real path, whatever it is called', async () => {
  await using it = await started();
  await symlink(it.at('other'), it.at('link'));
  const other = await it.workspaces.open(it.at('link'));

  expect(other).toEqual({ path: it.at('other'), name: 'other', isSample: false });
  expect(await it.workspaces.open(`${it.at('other')}/`)).toBe(other);
  expect(await it.workspaces.open(join(it.at('first'), '..', 'other'))).toBe(other);
  expect(it.workspaces.state.value.open).toEqual([it.first, other]);
  expect(it.opened).toEqual([other]);
});

test('without a name it is the first workspace, which is not opened anew', async () => {
  await using it = await started();
  expect(await it.workspaces.open()).toBe(it.first);
  expect(it.opened).toEqual([]);
});

test('the sample is known as such, also beside another first workspace', async () => {
  await using it = await started();
  const sample = await it.workspaces.open(it.at('data/sample-workspace'));
  expect(sample).toEqual({ path: it.at('data/sample-workspace'), name: 'Sample workspace', isSample: true });
});

test('a folder that is gone, a file and a relative path are refused with what to do', async () => {
  await using it = await started();
  await writeFile(it.at('file'), '');
  await rm(it.first.path, { recursive: true });

  await expect(it.workspaces.open()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `The folder ${it.at('first')} is gone`,
    detail: { advice: 'Put it back where it was, or start a new session in another folder' },
  });
  const isNoFolder = { code: 'INVALID_INPUT', message: expect.stringContaining('is not a folder') };
  await expect(it.workspaces.open(it.at('file'))).rejects.toMatchObject(isNoFolder);
  await expect(it.workspaces.open(join(it.at('file'), 'sub'))).rejects.toMatchObject(isNoFolder);
  await expect(it.workspaces.open('.')).rejects.toMatchObject(isNoFolder);
  expect(it.workspaces.state.value.open).toEqual([it.first]);
});

test.skipIf(process.getuid?.() === 0)(
  'a folder without the right to read it is refused (skipped for root)',
  async () => {
    await using it = await started();
    await mkdir(it.at('shut'), { mode: 0o000 });
    await expect(it.workspaces.open(it.at('shut'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `You may not enter the folder ${it.at('shut')}`,
    });
  },
);
