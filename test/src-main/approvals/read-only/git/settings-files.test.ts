import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../../../src-main/approvals/read-only/git/settings-files.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../../support/temporary-folder.ts';

const LARGE = `[a]\n${'b = c\n'.repeat(200_000)}`;

describe('a configuration that cannot be read is no configuration without settings', () => {
  test.each<[string, (path: string) => Promise<unknown>]>([
    ['a folder', (path) => mkdir(path)],
    ['a link in a circle', (path) => symlink('config', path)],
    ['more than a megabyte', (path) => writeFile(path, LARGE)],
    ['bytes that are no UTF-8', (path) => writeFile(path, Buffer.from([0x5b, 0xff, 0xfe, 0x5d]))],
  ])('%s', async (_, make) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'config');
    await make(path);
    expect(await readSettings([path], folder.path)).toEqual({ why: `git's configuration in ${path} cannot be read` });
  });
});

test('a file that is not there, or whose folder is none, has no settings', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'file'), '');
  const files = [join(folder.path, 'none'), join(folder.path, 'none', 'config')];
  expect(await readSettings(files, folder.path)).toEqual({ settings: [] });
});

test('what a file includes counts, whatever its condition, from its own folder or the home; each once', async () => {
  await using folder = await temporaryFolder();
  const at = await written(folder, {
    config: '[include]\npath = beside\n[includeIf "gitdir:/elsewhere/"]\npath = ~/from-home\n[a]\nb = 1\n',
    beside: '[include]\npath = config\n[a]\nb = 2\n',
    'from-home': '[a]\nb = 3\n',
  });
  const read = await readSettings([at('config')], folder.path);
  const values = 'settings' in read ? read.settings.filter(({ section }) => section === 'a') : [];
  expect(values.map(({ value }) => value)).toEqual(['1', '2', '3']);
});

test.each(['', '~somebody/config', '%(prefix)/config'])('an include of %j cannot be found', async (path) => {
  await using folder = await temporaryFolder();
  const at = await written(folder, { config: `[include]\npath = "${path}"\n` });
  expect(await readSettings([at('config')], folder.path)).toEqual({
    why: `git's configuration in ${at('config')} includes what cannot be found`,
  });
});

test('more than fifty files are not followed', async () => {
  await using folder = await temporaryFolder();
  const names = Array.from({ length: 52 }, (_, at) => `config-${at}`);
  const including = names.map((name, at) => [name, `[include]\npath = ${names[at + 1] ?? 'none'}\n`]);
  const at = await written(folder, Object.fromEntries(including));
  const why = "git's configuration includes more than 50 files";
  expect(await readSettings([at('config-0')], folder.path)).toEqual({ why });
});

async function written({ path }: TemporaryFolder, files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return (name: string) => join(path, name);
}
