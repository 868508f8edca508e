import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandHistory } from '../../../src-main/console/history.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const open = (folder: string, most: number | (() => number) = 100) =>
  new CommandHistory({
    file: join(folder, 'history.jsonl'),
    most: typeof most === 'number' ? () => most : most,
    redact: (text) => text.replaceAll('hush', '…'),
    log: silentLogger,
  });

test('lines come back newest first, each once, by mode and by what occurs in them', async () => {
  await using folder = await temporaryFolder();
  const history = open(folder.path);
  for (const line of ['ls', 'git status', 'ls', 'echo hush', 'git log']) history.add('shell', line);
  history.add('chat', 'Why is git slow?');
  expect(await history.find({ limit: 10 })).toEqual(['Why is git slow?', 'git log', 'echo …', 'ls', 'git status']);
  expect(await history.find({ limit: 10, text: 'GIT' })).toEqual(['Why is git slow?', 'git log', 'git status']);
  expect(await history.find({ limit: 1, text: 'git', mode: 'shell' })).toEqual(['git log']);
});

test('lines that begin with a space, and blank ones, are kept out', async () => {
  await using folder = await temporaryFolder();
  const history = open(folder.path);
  for (const line of [' secret', '   ', 'seen']) history.add('shell', line);
  expect(await history.find({ limit: 10 })).toEqual(['seen']);
});

test('several hosts share the file, which only its owner reads', async () => {
  await using folder = await temporaryFolder();
  const [one, other] = [open(folder.path), open(folder.path)];
  one.add('shell', 'from one');
  await one.settle();
  other.add('shell', 'from the other');
  await other.settle();
  expect(await one.find({ limit: 10 })).toEqual(['from the other', 'from one']);
  expect((await stat(join(folder.path, 'history.jsonl'))).mode & 0o777).toBe(0o600);
});

test('a torn line costs only itself, and an old history is cut to its limit', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'history.jsonl');
  const lines = Array.from({ length: 30 }, (_, at) => JSON.stringify({ at: 1, mode: 'shell', line: `line ${at}` }));
  await writeFile(file, `${lines.join('\n')}\n`);
  await appendFile(file, '{"at":2,"mode":"shell","li\n');
  const history = open(folder.path, 10);
  history.add('shell', 'newest');
  expect(await history.find({ limit: 100 })).toEqual([
    'newest',
    ...Array.from({ length: 8 }, (_, at) => `line ${29 - at}`),
  ]);
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(10);
});

test('a file that cannot be written costs the history, not the line', async () => {
  const history = open('/proc/nowhere');
  history.add('shell', 'ls');
  expect(await history.find({ limit: 10 })).toEqual([]);
});

test('where no line is to be remembered none is, and what was is forgotten', async () => {
  await using folder = await temporaryFolder();
  const before = open(folder.path);
  before.add('shell', 'known');
  await before.settle();
  const history = open(folder.path, 0);
  history.add('shell', 'private');
  expect(await history.find({ limit: 10 })).toEqual([]);
  expect((await readFile(join(folder.path, 'history.jsonl'), 'utf8')).trim()).toBe('');
});

test('a line that a crash cut short takes the next one not with it', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'history.jsonl'), '{"at":1,"mode":"shell","li');
  const history = open(folder.path);
  for (const line of ['first', 'second']) history.add('shell', line);
  expect(await history.find({ limit: 10 })).toEqual(['second', 'first']);
});

test('a line that is typed while the history is cut stays in it', async () => {
  await using folder = await temporaryFolder();
  const before = open(folder.path);
  for (let at = 0; at < 30; at++) before.add('shell', `line ${at}`);
  await before.settle();
  let isTyped = false;
  const history = open(folder.path, () => {
    // Asked after the file was read, and before it is cut.
    const isFirst = !isTyped;
    isTyped = true;
    if (isFirst) history.add('shell', 'meanwhile');
    return 10;
  });
  await history.find({ limit: 1 });
  expect(await open(folder.path).find({ limit: 2 })).toEqual(['meanwhile', 'line 29']);
});
