import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMentions } from '../../../src-main/console/mentions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('files that a message mentions are given by path and size, never by content', async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  await mkdir(join(path, 'src'));
  await writeFile(join(path, 'a.ts'), '12345');
  await writeFile(join(path, 'two words.md'), 'secret text');
  const text = 'Compare @a.ts, (@src) and @"two words.md". Mail me@a.ts or @nobody; @a.ts again, @./a.ts? @~/a.ts';
  const mentions = await findMentions(text, { cwd: path, home: path });
  expect(mentions).toEqual([
    { written: expect.any(String), path: join(path, 'a.ts'), kind: 'file', size: 5 },
    { written: '@src', path: join(path, 'src'), kind: 'folder', size: 0 },
    { written: '@"two words.md"', path: join(path, 'two words.md'), kind: 'file', size: 11 },
  ]);
});

test('a message without files mentions none', async () => {
  expect(await findMentions('hello @world', { cwd: '/', home: '/' })).toEqual([]);
});
