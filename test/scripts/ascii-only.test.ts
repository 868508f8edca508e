import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { asciiOnly } from '../../scripts/ascii-only.ts';

test.each([
  "'Σ … 👍'",
  '`a $' + '{"é"} 👍`',
  String.raw`'\…\\…\\\…'`,
  '"…👍".replace(/[…👍]/gu, "x")',
  '"a…".replace(/\\…/, "x")',
  '"x–y".split(/[–—]/)',
  'const größe = 3; größe + größe // …',
  '({ "schlüssel": 1 }).schlüssel',
  '"\u2028".length',
])('%s means the same', (code) => {
  const ascii = asciiOnly(code);
  expect(ascii).toMatch(/^[ -~\n]*$/);
  expect(runInNewContext(ascii)).toEqual(runInNewContext(code));
});
