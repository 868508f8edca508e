import { expect, test } from 'vitest';
import { deletionWords } from '../../../../src-renderer/changes/pane/deletion-words.ts';

test.each([
  ['a file, with all in it', { sample: ['a.txt'], files: 1, bytes: 3 }, 'It would be deleted: 1 file, 3 B.'],
  ['what is not there', { sample: [], files: 0, bytes: 0 }, 'There is nothing that would be deleted.'],
  ['an empty folder', { sample: ['old/'], files: 1, bytes: 0 }, 'The folder would be deleted. It is empty.'],
  [
    'a folder',
    { sample: ['old/', 'old/x'], files: 2, bytes: 3 },
    'The folder would be deleted with all that is in it: 2 files and folders, 3 B.',
  ],
])('a deletion of %s is told as what it is', (_what, found, words) => {
  const subject = { kind: 'delete', path: '/w/a', shownPath: 'a', recursive: true, ...found } as const;
  expect(deletionWords(subject)).toBe(words);
});
