import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './script.ts';

const { noteSecondTries } = await script<{
  noteSecondTries(file: string, names: readonly string[]): readonly string[];
}>('second-tries-kept');

test('a test that needed a second try twice in ten runs is named, and forgotten after them', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'tries.json');
  expect(noteSecondTries(file, ['a', 'a', 'b'])).toEqual([]);
  for (let run = 0; run < 8; run++) expect(noteSecondTries(file, [])).toEqual([]);
  expect(noteSecondTries(file, ['a'])).toEqual(['a']);
  // The run before it was the tenth; the first two are out of sight now.
  expect(noteSecondTries(file, ['b'])).toEqual([]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(10);
});

test('a damaged file begins anew', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'tries.json');
  await writeFile(file, '{"not": "a list"');
  expect(noteSecondTries(file, ['a'])).toEqual([]);
  expect(noteSecondTries(file, ['a'])).toEqual(['a']);
});
