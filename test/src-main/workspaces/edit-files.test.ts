import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeText } from '../../../src-main/workspaces/files/edit-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('of two edits of one text at the same time, the second is told that it was changed', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'AGENTS.md'), 'before');
  const edit = (text: string) => writeText(folder.path, 'AGENTS.md', { text, hash: hashOf('before') });

  const [first, second] = await Promise.allSettled([edit('of one window'), edit('of another')]);

  expect(first).toMatchObject({ status: 'fulfilled', value: { hash: hashOf('of one window') } });
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } });
  expect(await readFile(join(folder.path, 'AGENTS.md'), 'utf8')).toBe('of one window');
});

test('of two new files of one name at the same time, one is written', async () => {
  await using folder = await temporaryFolder();
  const make = (text: string) => writeText(folder.path, 'tools/a.py', { text });

  const made = await Promise.allSettled([make('one'), make('other')]);

  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await readFile(join(folder.path, 'tools/a.py'), 'utf8')).toBe('one');
});
