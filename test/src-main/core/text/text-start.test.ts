import { expect, test } from 'vitest';
import { textStart } from '#core/text/text-start';

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
