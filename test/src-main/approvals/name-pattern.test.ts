import { expect, test } from 'vitest';
import { fitsPattern, namesThatFit } from '../../../src-main/approvals/name-pattern.ts';

test.each([
  ['?', '😀'],
  ['a?b', 'a😀b'],
  ['??', '😀x'],
  ['[😀]', '😀'],
  ['[!a]', '😀'],
  ['[😀-😃]x', '😁x'],
  ['*😀', 'a😀'],
  ['[a-c]', 'b'],
  ['[]a]', ']'],
  ['[', '['],
])('%s stands for %s', (pattern, name) => {
  expect(fitsPattern(pattern, name)).toBe(true);
});

test.each([
  ['??', '😀'],
  ['[a-c]', '😀'],
  ['[!😀]', '😀'],
  ['[😀-😃]', '😄'],
])('%s does not stand for %s', (pattern, name) => {
  expect(fitsPattern(pattern, name)).toBe(false);
});

test('a pattern that does not begin with a dot stands for no hidden name', () => {
  expect(namesThatFit('?', ['😀', '.a', 'b'])).toEqual(['😀', 'b']);
});
