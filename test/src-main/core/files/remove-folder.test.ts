import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '#core/files/remove-folder';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('a folder goes with all that is in it, also what nobody may write to; where links lead stays', async () => {
  await using place = await temporaryFolder();
  const at = (name: string) => join(place.path, name);
  await mkdir(at('stays'));
  await writeFile(at('stays/file'), 'x');
  await mkdir(at('goes/locked/deep'), { recursive: true });
  await writeFile(at('goes/locked/deep/file'), 'x');
  await symlink(at('stays'), at('goes/locked/link'));
  await chmod(at('goes/locked/deep'), 0o500);
  await chmod(at('goes/locked'), 0o500);

  await removeFolder(at('goes'));
  await removeFolder(at('goes'));
  expect(await readdir(place.path)).toEqual(['stays']);
  expect(await readdir(at('stays'))).toEqual(['file']);
});
