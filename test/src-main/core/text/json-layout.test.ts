import { expect, test } from 'vitest';
import { withoutLayout } from '../../../../src-main/core/text/json-layout.ts';

test.each([
  ['{ "id": 12345678901234567890,\n  "n": 1.0 }', '{"id":12345678901234567890,"n":1.0}'],
  ['{"a": 1, "a": 2}', '{"a":1,"a":2}'],
  ['["a  b", "\\"  \\\\", " "]', '["a  b","\\"  \\\\"," "]'],
  ['[ ]', '[]'],
])('%j loses its blanks outside of strings alone', (json, expected) => {
  expect(withoutLayout(json)).toBe(expected);
});

test('a string of millions of escapes is no more than any other', () => {
  const value = { text: '\n" \\'.repeat(1_500_000) };
  expect(withoutLayout(JSON.stringify(value, undefined, 2)) === JSON.stringify(value)).toBe(true);
});
