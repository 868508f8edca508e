import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './script.ts';

const { isInstalled } = await script<{ isInstalled(root: string): boolean }>('installed');

const LOCK = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.2.3' },
  'node_modules/b': { version: '2.0.0', optional: true },
};

async function checkout(path: string, installed: object | undefined): Promise<void> {
  await mkdir(join(path, 'node_modules'));
  const record = join(path, 'node_modules', '.package-lock.json');
  if (installed) {
    await writeFile(record, JSON.stringify({ packages: installed }));
    await utimes(record, 1, 1);
  }
  await writeFile(join(path, 'package-lock.json'), JSON.stringify({ packages: LOCK }));
}

test.each([
  ['nothing is installed', undefined, false],
  ['a package is missing', {}, false],
  ['a package has another version', { 'node_modules/a': { version: '1.2.2' } }, false],
  [
    'an optional package has another version',
    { 'node_modules/a': { version: '1.2.3' }, 'node_modules/b': { version: '1.0.0' } },
    false,
  ],
  ['only an optional package is missing', { 'node_modules/a': { version: '1.2.3' } }, true],
])('with a lock file newer than node_modules where %s: installed %s', async (_, installed, expected) => {
  await using folder = await temporaryFolder();
  await checkout(folder.path, installed);

  expect(isInstalled(folder.path)).toBe(expected);
});
