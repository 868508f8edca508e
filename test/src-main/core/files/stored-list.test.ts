import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { StoredList } from '#core/files/stored-list';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const Entry = z.object({ id: z.string(), size: z.int() });

function listIn(folder: string) {
  const warnings: string[] = [];
  const log = { ...silentLogger, warn: (event: string) => void warnings.push(event) };
  const file = join(folder, 'list.json');
  const keyOf = ({ id }: z.infer<typeof Entry>) => id;
  const list = new StoredList({ file, log, name: 'things', entry: Entry, keyOf, warning: 'things.unreadable' });
  return { list, file, warnings };
}

test('entries are there again after a restart, one for each key', async () => {
  await using folder = await temporaryFolder();
  const { list, file, warnings } = listIn(folder.path);
  await list.load();
  expect(list.all).toEqual([]);
  await list.set({ id: 'a', size: 1 });
  await Promise.all([list.set({ id: 'b', size: 2 }), list.set({ id: 'a', size: 3 }), list.set({ id: 'c', size: 4 })]);
  await list.remove('c');
  const again = listIn(folder.path).list;
  await again.load();
  expect(again.all).toEqual([
    { id: 'a', size: 3 },
    { id: 'b', size: 2 },
  ]);
  expect(again.find('b')).toEqual({ id: 'b', size: 2 });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ v: 1, things: again.all });
  expect(warnings).toEqual([]);
});

test.each([
  ['no JSON', '{'],
  ['another version', '{"v":2,"things":[]}'],
  ['an entry that is none', '{"v":1,"things":[{"id":"a"}]}'],
])('a file with %s is an empty list, and is kept aside before it is written again', async (_, text) => {
  await using folder = await temporaryFolder();
  const { list, file, warnings } = listIn(folder.path);
  await writeFile(file, text);
  await list.load();
  expect(list.all).toEqual([]);
  expect(warnings).toEqual(['things.unreadable']);
  await list.set({ id: 'b', size: 2 });
  const others = (await readdir(folder.path)).filter((name) => name !== 'list.json');
  expect(others).toEqual([expect.stringContaining('broken')]);
  expect(await readFile(join(folder.path, others[0] ?? ''), 'utf8')).toBe(text);
});

test('what cannot be written down changes nothing', async () => {
  await using folder = await temporaryFolder();
  const { list } = listIn(join(folder.path, 'file'));
  await writeFile(join(folder.path, 'file'), '');
  await expect(list.set({ id: 'a', size: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(list.all).toEqual([]);
});

test('a file that could not be read and was taken away since is written anew', async () => {
  await using folder = await temporaryFolder();
  const { list, file } = listIn(folder.path);
  await writeFile(file, '{');
  await list.load();
  await rm(file);
  await list.set({ id: 'a', size: 1 });
  expect(await readdir(folder.path)).toEqual(['list.json']);
  const again = listIn(folder.path).list;
  await again.load();
  expect(again.all).toEqual([{ id: 'a', size: 1 }]);
});

test('a list that could not be read again is not written', async () => {
  await using folder = await temporaryFolder();
  const { list } = listIn(folder.path);
  await list.set({ id: 'a', size: 1 });
  await expect(list.set({ id: 'b'.repeat(4_000_000), size: 2 })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('larger than 4 MB'),
  });
  expect(list.all).toEqual([{ id: 'a', size: 1 }]);
  const again = listIn(folder.path).list;
  await again.load();
  expect(again.all).toEqual([{ id: 'a', size: 1 }]);
});
