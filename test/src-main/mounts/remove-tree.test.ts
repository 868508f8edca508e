import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { removeTree } from '../../../src-main/mounts/records/remove-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('what links lead to stays, whatever kind of link it is', async () => {
  await using folder = await temporaryFolder();
  const outside = join(folder.path, 'outside');
  await mkdir(join(outside, 'inner'), { recursive: true });
  await writeFile(join(outside, 'inner', 'kept'), 'kept');
  const tree = join(folder.path, 'tree');
  await mkdir(join(tree, 'a/b'), { recursive: true });
  await symlink(outside, join(tree, 'a/b/folder'));
  await symlink('../outside', join(tree, 'relative'));
  await symlink(join(outside, 'inner/kept'), join(tree, 'file'));
  await symlink('nowhere', join(tree, 'broken'));
  await removeTree(folder.path, 'tree');
  expect(await readdir(folder.path)).toEqual(['outside']);
  expect(await readdir(join(outside, 'inner'))).toEqual(['kept']);
});

test('a link in the place of the folder goes alone', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'outside'));
  await writeFile(join(folder.path, 'outside', 'kept'), 'kept');
  await symlink('outside', join(folder.path, 'tree'));
  await removeTree(folder.path, 'tree');
  expect(await readdir(folder.path)).toEqual(['outside']);
  expect(await readdir(join(folder.path, 'outside'))).toEqual(['kept']);
});

test('folders without rights and names that are no UTF-8 go, and what is not there is no failure', async () => {
  await using folder = await temporaryFolder();
  const name = pathFromBytes(Buffer.from([0x61, 0xff, 0x0a]));
  await mkdir(pathToBytes(join(folder.path, 'tree', name)), { recursive: true });
  await writeFile(pathToBytes(join(folder.path, 'tree', name, 'x')), '');
  await chmod(join(folder.path, 'tree'), 0o500);
  await removeTree(folder.path, 'tree');
  await removeTree(folder.path, 'tree');
  expect(await readdir(folder.path)).toEqual([]);
});
