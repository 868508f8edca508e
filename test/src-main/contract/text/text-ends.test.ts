import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textEnd, textStart } from '#contract/text-ends';

test('a text is cut at most one unit early, and never between the halves of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(14), (text, length) => {
      const whole = text.length <= length;
      for (const [part, isEnd] of [
        [textStart(text, length), text.startsWith(textStart(text, length))],
        [textEnd(text, length), text.endsWith(textEnd(text, length))],
      ] as const) {
        expect(isEnd).toBe(true);
        expect(part.isWellFormed()).toBe(true);
        expect(whole ? part === text : length - part.length <= 1).toBe(true);
      }
    }),
  );
});

test.each([
  ['abc', 2, 'ab'],
  ['abc', 3, 'abc'],
  ['abc', 9, 'abc'],
  ['a🙂b', 1, 'a'],
  ['a🙂b', 2, 'a'],
  ['a🙂b', 3, 'a🙂'],
  ['', 0, ''],
])('of %o the first %i are %o', (text, length, start) => {
  expect(textStart(text, length)).toBe(start);
});
