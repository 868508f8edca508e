import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#app/config';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

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
