import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TrimmedOutput } from '../../../../src-main/execution/runs/trim-output.ts';
import { anyCharacter } from '../../../support/any-character.ts';

function trimmed(pieces: readonly string[], beginning: number, end: number): string {
  const output = new TrimmedOutput({ beginning, end });
  for (const piece of pieces) output.add(piece);
  return output.text();
}

test('a short output is kept whole', () => {
  expect(trimmed(['one\n', 'two\n'], 5, 5)).toBe('one\ntwo\n');
});

test('a long output keeps both ends and names what was left out', () => {
  expect(trimmed(['abcdefghij'], 2, 3)).toBe('ab\n[… 5 of 10 characters left out …]\nhij');
});

test('sizes count code points, so no character is cut in half', () => {
  expect(trimmed(['🌍🌍🌍🌍'], 1, 1)).toBe('🌍\n[… 2 of 4 characters left out …]\n🌍');
});

test('any cutting into pieces gives the same text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(20), fc.nat(20), (pieces, beginning, end) => {
      expect(trimmed(pieces, beginning, end)).toBe(trimmed([pieces.join('')], beginning, end));
    }),
  );
});

test('every character is kept or counted as left out', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.nat(20), fc.nat(20), (text, beginning, end) => {
      const result = trimmed([text], beginning, end);
      const length = [...text].length;
      if (length <= beginning + end) expect(result).toBe(text);
      else expect(result).toContain(`[… ${length - beginning - end} of ${length} characters left out …]`);
    }),
  );
});
