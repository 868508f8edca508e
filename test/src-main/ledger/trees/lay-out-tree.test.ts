import { chmod, link, mkdir, rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layOutTree } from '#ledger';
import { folderPicture } from '../../../support/folder-picture.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { watchedFolder } from '../../../support/watched-folder.ts';

async function setUp() {
  const world = await watchedFolder();
  const into = await temporaryFolder();
  const saved = async () => {
    const tree = await world.watch.saved(await world.watch.before('test'));
    if (!tree) throw new Error('nothing was saved');
    return tree.snapshot;
  };
  return {
    world,
    into: into.path,
    saved,
    layOut: (snapshot: string, signal?: AbortSignal) =>
      layOutTree(snapshot, { content: world.ledger.content, into: into.path, signal }),
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await into[Symbol.asyncDispose]();
    },
  };
}

test('a folder is laid out as it was, whatever became of it since', async () => {
  await using it = await setUp();
  const { world } = it;
  await world.write('notes.txt', 'one\n');
  await world.write('deep/er/bytes.bin', Buffer.from([0, 255, 10, 13, 128]));
  await world.write('run.sh', '#!/bin/sh\n');
  await chmod(world.inside('run.sh'), 0o755);
  await mkdir(world.inside('empty'));
  await symlink('../gone', world.inside('deep/link'));
  await link(world.inside('notes.txt'), world.inside('deep/same.txt'));
  await utimes(world.inside('notes.txt'), 1_600_000_000, 1_600_000_000);
  const before = folderPicture(world.path);
  const snapshot = await it.saved();
  await world.write('notes.txt', 'two\n');
  await rm(world.inside('deep'), { recursive: true });

  expect(await it.layOut(snapshot)).toEqual([]);
  expect(folderPicture(it.into)).toEqual(before);
});

test('what is not kept is named, and the rest is there', async () => {
  await using it = await setUp();
  await it.world.write('a.txt', 'one\n');
  await it.world.write('node_modules/x/index.js', '1');

  const without = await it.layOut(await it.saved());
  expect(without).toEqual([{ path: 'node_modules', why: expect.stringContaining('not watched') }]);
  expect(Object.keys(folderPicture(it.into))).toEqual(['a.txt', 'node_modules']);
});

test('a tree that is gone, and a layout that is cancelled, say so', async () => {
  await using it = await setUp();
  await it.world.write('a.txt', 'one\n');
  const snapshot = await it.saved();
  await expect(it.layOut('f'.repeat(64))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(it.layOut(snapshot, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  expect(folderPicture(join(it.into))).toEqual({});
});
