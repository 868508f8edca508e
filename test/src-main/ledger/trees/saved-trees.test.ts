import { mkdir, readdir, readFile, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ContentStore, changesSince, RunJournal } from '#ledger';
import { watchedFolder } from '../../../support/watched-folder.ts';

const OLD_TREE = join(import.meta.dirname, '../../../fixtures/ledger/tree-of-the-version-before.jsonl');
const OLD = new Date(Date.now() - 60_000);

/** The lines of a record in the content store. */
async function recordOf(content: ContentStore, hash: string) {
  const lines = (await content.read(hash)).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('a tree in the content store', () => {
  test('tells a later process what changed, for each of several moments', async () => {
    await using world = await watchedFolder();
    await world.write('a', '1');
    await world.write('deep/er/b', '1');
    await symlink('a', world.inside('link'));
    await world.write('node_modules/x', '1');
    const save = async () => {
      const saved = await world.watch.saved(await world.watch.before('test'));
      if (!saved) throw new Error('nothing was saved');
      return saved;
    };
    const first = await save();
    await world.write('a', '2');
    await world.write('c', '1');
    const second = await save();
    await rm(world.inside('deep'), { recursive: true });
    const again = await world.watchAgain();
    const since = async (saved: typeof first) =>
      await changesSince({ saved, content: world.ledger.content, indexFolder: world.indexFolder });

    expect(world.words((await since(first)).changes)).toEqual([
      'modified a',
      'created c',
      'deleted deep',
      'deleted deep/er',
      'deleted deep/er/b',
    ]);
    const { changes, notWatched } = await since(second);
    expect(world.words(changes)).toEqual(['deleted deep', 'deleted deep/er', 'deleted deep/er/b']);
    expect(changes[2]?.before).toMatchObject({ kind: 'file', size: 1, mtimeNs: expect.any(String) });
    expect(notWatched).toEqual(['node_modules is not watched: it holds installed packages']);
    await again[Symbol.asyncDispose]();
  });

  test('shares the folders that did not change, and costs nothing when none did', async () => {
    await using world = await watchedFolder();
    for (let n = 0; n < 40; n++) await world.write(`d${n % 20}/f${n}`, String(n));
    const save = async () => await world.watch.saved(await world.watch.before('test'));
    const foldersOf = async (snapshot = '') => {
      const [{ top } = {}] = await recordOf(world.ledger.content, snapshot);
      const [, ...folders] = await recordOf(world.ledger.content, String(top));
      return folders.map(({ record }) => record);
    };
    const first = await save();
    expect(await save()).toEqual(first);

    await world.write('d7/one', 'x');
    const [before, after] = [await foldersOf(first?.snapshot), await foldersOf((await save())?.snapshot)];
    expect(before).toHaveLength(20);
    expect(after.filter((record) => !before.includes(record))).toHaveLength(1);
  });

  test('is on the disk as soon as somebody asks, and what was removed makes room again', async () => {
    await using world = await watchedFolder();
    await world.write('a', 'x'.repeat(1000));
    await world.watch.look();
    expect(await world.watch.writeDown()).toBe(true);
    const names = await readdir(world.indexFolder);
    expect(names.filter((name) => name.endsWith('.fingerprints'))).toHaveLength(1);
    const kept = async () =>
      JSON.parse(await readFile(join(world.indexFolder, 'kept.json'), 'utf8')) as { bytes: number };
    const { bytes } = await kept();
    await world.watch.freed(400);
    expect(await kept()).toEqual({ bytes: bytes - 400 });
    await world.watch.freed(1_000_000);
    expect(await kept()).toEqual({ bytes: 0 });
  });

  test('is JSON lines', async () => {
    await using world = await watchedFolder();
    await world.write('sub/a', 'x');
    const saved = await world.watch.saved(await world.watch.before('test'));
    const [snapshot] = await recordOf(world.ledger.content, saved?.snapshot ?? '');
    expect(snapshot).toMatchObject({ snapshot: 1, root: world.path, notWatched: [] });
    const [header, sub] = await recordOf(world.ledger.content, String(snapshot?.top));
    expect(header).toEqual({ folder: 1 });
    expect(sub).toMatchObject({ name: 'sub', kind: 'directory', record: expect.any(String) });
    const [, file] = await recordOf(world.ledger.content, String(sub?.record));
    expect(file).toMatchObject({ name: 'a', kind: 'file', size: 1 });
  });

  test('answers for a snapshot that the thread has lost', async () => {
    await using world = await watchedFolder();
    await world.write('a', '1');
    const snapshot = await world.watch.before('test');
    await world.watch.saved(snapshot);
    await world.watch[Symbol.asyncDispose]();
    await world.write('a', '2');
    expect(world.words((await world.watch.after(snapshot)).changes)).toEqual(['modified a']);
  });
});

test('what an interrupted run of the version before wrote down is read', async () => {
  await using world = await watchedFolder();
  await world.write('a.txt', 'new a\n');
  await world.write('same.txt', 'same\n');
  await world.write('late.txt', 'late\n');
  await world.write('sub/node_modules/x', 'x');
  await symlink('a.txt', world.inside('link'));
  const tree = (await readFile(OLD_TREE, 'utf8')).replaceAll('<workspace>', world.path);
  const running = join(world.ledger.folder, 'running');
  await mkdir(running);
  await writeFile(join(running, 'one.tree'), tree);
  const run = { session: 's', callId: 'c', startedAt: 1, limits: { timeoutMs: 1, maxOutputBytes: 1 }, marker: 'm' };
  const treeBytes = Buffer.byteLength(tree);
  await writeFile(join(running, 'one.json'), JSON.stringify({ ...run, spoolPath: '/none', treeBytes }));

  const [interrupted] = await new RunJournal(running).interrupted();
  if (!interrupted?.tree) throw new Error('no tree');
  const { changes, notWatched } = await changesSince({ saved: interrupted.tree, content: world.ledger.content });

  expect(world.words(changes)).toEqual(['modified a.txt', 'deleted sub/gone.txt']);
  expect(changes[1]?.before).toMatchObject({ size: 9, mtimeNs: '1000000000000000000' });
  expect(notWatched).toEqual(['sub/node_modules is not watched: it holds installed packages']);
  await writeFile(join(running, 'one.tree'), tree.slice(0, -10));
  await expect(changesSince({ saved: interrupted.tree, content: world.ledger.content })).rejects.toThrow('bytes');
});

describe('fingerprints on disk', () => {
  /** Files in the index folder that hold fingerprints. */
  const files = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.fingerprints'));

  test('serve a later process, and when they are damaged, all is read again', async () => {
    await using world = await watchedFolder();
    for (const name of ['same', 'sub/same', 'changed']) {
      await world.write(name, 'x');
      await utimes(world.inside(name), OLD, OLD);
    }
    await world.watch.before('test');
    const again = await world.watchAgain();
    const [file = ''] = await files(world.indexFolder);
    await world.write('changed', 'y');
    const snapshot = await again.before('test');
    await unlink(world.inside('changed'));
    await unlink(world.inside('sub/same'));
    const { changes } = await again.after(snapshot);
    expect(world.words(changes)).toEqual(['deleted changed', 'deleted sub/same']);
    const kept = await Promise.all(changes.map(({ before }) => world.ledger.content.read(before?.hash ?? '')));
    expect(kept.map(String)).toEqual(['y', 'x']);
    await again[Symbol.asyncDispose]();

    await writeFile(join(world.indexFolder, file), 'not JSON');
    const third = await world.watchAgain();
    const seen = await third.before('test');
    expect(seen.notWatched).toEqual([]);
    await third[Symbol.asyncDispose]();
  });
});
