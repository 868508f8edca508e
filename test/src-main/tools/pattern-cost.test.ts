import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestText } from '../../../src-main/tools/pattern-cost.ts';

test.each([
  '^(a+)+b$',
  '^((a+))+b$',
  '^(?:(?:a*)b?)*$',
  '^(a|a)*b$',
  '(\\w|\\d)+!',
  '^(?:a?){30}a{30}$',
  '^(a{0,9}){9}b$',
  `${'a?'.repeat(40)}${'a'.repeat(40)}`,
  '^(a*)\\1\\1b$',
  '(?<name>a*)\\k<name>b',
])('%s may take for ever, so nothing is held against it', (pattern) => {
  expect(longestText(pattern)).toBe(0);
});

test.each([
  ['^[a-z][a-z0-9_-]{0,62}$', 10_000],
  ['^https?://\\S+$', 10_000],
  ['^\\d{4}-\\d{2}-\\d{2}$', 10_000],
  ['^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$', 10_000],
  ['^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', 150],
  ['^\\p{L}+ \\u{1F600}$', 10_000],
  ['^[^\\]{2}]+\\(literal\\){x}$', 10_000],
  ['colou?r', 10_000],
])('%s is held against texts of the usual length', (pattern, length) => {
  expect(longestText(pattern)).toBeGreaterThanOrEqual(length);
});

test('what is held against a text takes no long time, whatever the pattern', () => {
  const atom = fc.constantFrom('a', '.', '[ab]', '\\w', '(?=a)a', '[^b]');
  const times = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '{0,20}', '*?');
  const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(atom, times).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), times).map(([inner, some]) => `(?:${inner})${some}`),
    ),
    pattern: fc
      .array(fc.array(tie('piece'), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
      .map((alternatives) => alternatives.map((pieces) => pieces.join('')).join('|')),
  }));
  fc.assert(
    fc.property(pattern, fc.boolean(), (body, isTied) => {
      const source = `${isTied ? '^' : ''}${body}${isTied ? 'b$' : ''}`;
      const length = Math.min(longestText(source), 10_000);
      const text = 'a'.repeat(Math.max(0, length - 1));
      runInNewContext('new RegExp(source, "u").test(text + "!")', { source, text }, { timeout: 3000 });
    }),
    { numRuns: 300 },
  );
});
