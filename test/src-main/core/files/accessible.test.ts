import { chmod, constants, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exists, isAccessible } from '#core/files/accessible';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('a file is accessible in the ways that its mode allows', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'a.sh');
  await writeFile(path, '');
  await chmod(path, 0o600);
  expect(await exists(path)).toBe(true);
  expect(await isAccessible(path, constants.X_OK)).toBe(false);
  await chmod(path, 0o700);
  expect(await isAccessible(path, constants.X_OK)).toBe(true);
});

test('a link counts as the file it leads to', async () => {
  await using folder = await temporaryFolder();
  const link = join(folder.path, 'link');
  await symlink(join(folder.path, 'gone'), link);
  expect(await exists(link)).toBe(false);
  await writeFile(join(folder.path, 'gone'), '');
  expect(await exists(link)).toBe(true);
  expect(await exists(join(folder.path, 'none', 'x'))).toBe(false);
});
