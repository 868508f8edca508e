import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#app/start/config';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../../..');

test('the config names the version of the package and an absolute workspace', async () => {
  await using folder = await temporaryFolder();

  const config = readConfig(ROOT, ['-dir', folder.path, '--port', '0']);

  expect(config).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), workspace: folder.path, port: 0 });
});

test('a workspace that is not there is refused with its path and exit code 1', async () => {
  await using folder = await temporaryFolder();
  const missing = join(folder.path, 'missing');

  expect(() => readConfig(ROOT, ['-dir', missing])).toThrow(
    expect.objectContaining({ exitCode: 1, message: expect.stringContaining(missing) }),
  );
});

test('a workspace that is a file is refused', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');

  expect(() => readConfig(ROOT, ['-dir', file])).toThrow(expect.objectContaining({ exitCode: 1 }));
});

test.each(['', 'relative'])('with the HOME %j nothing is put wherever the app is started', async (home) => {
  const before = { HOME: process.env.HOME, SIGMA_DATA: process.env.SIGMA_DATA, XDG: process.env.XDG_DATA_HOME };
  process.env.HOME = home;
  process.env.SIGMA_DATA = '';
  process.env.XDG_DATA_HOME = '';
  const { dataFolder } = readConfig(ROOT, []);
  process.env.HOME = before.HOME;
  process.env.SIGMA_DATA = before.SIGMA_DATA ?? '';
  process.env.XDG_DATA_HOME = before.XDG ?? '';

  expect(dataFolder).toMatch(/^([A-Z]:)?[\\/]/);
});

test('PHISHELL_KEY is read once, and then in no environment any more', () => {
  process.env.PHISHELL_KEY = ' the key\n';

  const config = readConfig(ROOT, []);

  expect(config.phishellKey).toBe('the key');
  expect(process.env.PHISHELL_KEY).toBeUndefined();
  for (const environment of [config.environment, config.terminalEnvironment, config.commandEnvironment]) {
    expect(Object.keys(environment)).not.toContain('PHISHELL_KEY');
  }
});

test.each([
  [['-debug'], undefined, true],
  [[], '', true],
  [[], undefined, false],
])('with %j and DEBUG %j debugging is %s', (args, variable, expected) => {
  const before = process.env.DEBUG;
  if (variable === undefined) delete process.env.DEBUG;
  else process.env.DEBUG = variable;

  const { isDebug } = readConfig(ROOT, args);
  if (before === undefined) delete process.env.DEBUG;
  else process.env.DEBUG = before;

  expect(isDebug).toBe(expected);
});
