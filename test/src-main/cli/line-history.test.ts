import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LineHistoryFile } from '../../../src-main/cli/channel/line-history.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('lines of two terminals at once are all kept', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'history.json');
  const [one, other] = [new LineHistoryFile(path), new LineHistoryFile(path)];
  expect([await one.load(), await other.load()]).toEqual([[], []]);
  one.add('first');
  await one.settled();
  other.add('second');
  other.add('second');
  await other.settled();
  one.add('third');
  await one.settled();
  expect(await new LineHistoryFile(path).load()).toEqual(['third', 'second', 'first']);
});

test('long pastes do not take the other lines away', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'history.json');
  const history = new LineHistoryFile(path);
  history.add('the oldest');
  for (const letter of 'abcdef') history.add(letter.repeat(1_000_000));
  history.add('\u0001'.repeat(1_000_000));
  history.add('the newest');
  await history.settled();
  const kept = await new LineHistoryFile(path).load();
  expect(kept.map((line) => line.slice(0, 10))).toEqual([
    'the newest',
    'ffffffffff',
    'eeeeeeeeee',
    'dddddddddd',
    'the oldest',
  ]);
});

test('a long file of an earlier version is read, and made short', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'history.json');
  const lines = ['usual', ...[...'abcdef'].map((letter) => letter.repeat(1_000_000))];
  await writeFile(path, JSON.stringify({ v: 1, lines }));
  const history = new LineHistoryFile(path);
  expect(await history.load()).toEqual(lines);
  history.add('new');
  await history.settled();
  expect((await new LineHistoryFile(path).load()).slice(0, 2)).toEqual(['new', 'usual']);
});
