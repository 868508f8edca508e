import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rebaseChange } from '../../../src-main/files/diff/rebase.ts';
import { mergeTexts } from '../../../src-main/files/take/merge-texts.ts';

const text = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', 'e\r\n', 'f'), { maxLength: 12 })
  .map((lines) => lines.join(''));

test('where both changed different lines the merge has both changes', () => {
  expect(mergeTexts('1\n2\n3\n4\n5\n', '1\nours\n3\n4\n5\n', '1\n2\n3\n4\ntheirs\nmore\n')).toEqual({
    text: '1\nours\n3\n4\ntheirs\nmore\n',
    conflicts: 0,
  });
});

test('where both changed the same line it is as the branch has it, and is counted', () => {
  expect(mergeTexts('1\n2\n3\n', '1\nours\n3\n', '1\ntheirs\n3\n')).toEqual({ text: '1\nours\n3\n', conflicts: 1 });
  expect(mergeTexts('1\n2\n3\n', '1\nsame\n3\n', '1\nsame\n3\n')).toEqual({ text: '1\nsame\n3\n', conflicts: 0 });
});

test('files of any number of lines are merged', () => {
  const lines = (first: string, last: string) => `${first}\n${'line\n'.repeat(200_000)}${last}\n`;
  expect(mergeTexts(lines('a', 'b'), lines('ours', 'b'), lines('a', 'theirs'))).toEqual({
    text: lines('ours', 'theirs'),
    conflicts: 0,
  });
  expect(rebaseChange(lines('a', 'b'), lines('a', 'ours'), lines('theirs', 'b'))).toBe(lines('theirs', 'ours'));
});

test('the merge with what did not change is the other side, and without conflicts it is the rebased change', () => {
  fc.assert(
    fc.property(text, text, text, (base, ours, theirs) => {
      expect(mergeTexts(base, ours, base)).toEqual({ text: ours, conflicts: 0 });
      expect(mergeTexts(base, base, theirs)).toEqual({ text: theirs, conflicts: 0 });
      const rebased = rebaseChange(base, ours, theirs);
      if (rebased !== undefined) expect(mergeTexts(base, ours, theirs)).toEqual({ text: rebased, conflicts: 0 });
    }),
  );
});
