import { chmod, mkdir, open, readdir, symlink, writeFile } from 'node:fs/promises';
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

// The link of an open folder cannot be removed.
test.runIf(process.platform === 'linux')(
  'a link that cannot be removed leaves the mode of where it leads',
  async () => {
    await using place = await temporaryFolder();
    await chmod(place.path, 0o755);
    const folder = await open(place.path);
    try {
      await expect(removeFolder(`/proc/self/fd/${folder.fd}`)).rejects.toThrow();
      expect((await folder.stat()).mode & 0o777).toBe(0o755);
    } finally {
      await folder.close();
    }
  },
);
