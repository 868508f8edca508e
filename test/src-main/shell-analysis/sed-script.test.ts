import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSed } from '../../../src-main/shell-analysis/programs/scripts/sed-script.ts';
import '../../support/seeded-properties.ts';

/** GNU sed itself refuses scripts that read, write or run something when it is asked to. */
function isRefused(script: string): boolean {
  const { stderr } = spawnSync('sed', ['--sandbox', '-n', '--', script], {
    input: '',
    encoding: 'utf8',
    timeout: 5000,
  });
  return stderr.includes('sandbox mode');
}

const piece = fc.constantFrom(
  'p',
  'd',
  'n',
  'N',
  'q',
  '=',
  'h;G',
  'b',
  'ba',
  't',
  ':a',
  'w f',
  'W f',
  'r f',
  'R f',
  'e',
  'e x',
  'w',
  'a x',
  'i\\',
  'c y',
  's/a/b/',
  's/a/b/g',
  's/a/b/w f',
  's/a/b/e',
  's|[|]|x|',
  's/[/]/w f/',
  's,a\\,b,c,',
  'y/ab/cd/',
  's/a\\/e/b/2p',

  '1',
  '$',
  '/x/',
  '/[/]/',
  '\\,x,',
  '1,3',
  '/a/,+2',
  '0~3',
  '!',
  '{',
  '}',
  ';',
  '\n',
  ' ',
  '\\',
  '/',
  '#',
  'I',
  'm',
);

test('no script that is taken for a filter reads, writes or runs anything', { timeout: 600_000 }, () => {
  let taken = 0;
  const numRuns = process.env.SIGMA_TEST_LONG === '1' ? 20_000 : 60;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const script = pieces.join('');
      if (readSed(script).problem !== undefined) return;
      taken += 1;
      expect(isRefused(script), script).toBe(false);
    }),
    { numRuns },
  );
  expect(taken).toBeGreaterThan(numRuns / 30);
});

test('the oracle knows what is refused', () => {
  expect(['w f', 's/a/b/e', 'ba w f', 'e'].map(isRefused)).toEqual([true, true, true, true]);
  expect(['p', 's/a/b/', '5q'].map(isRefused)).toEqual([false, false, false]);
});

test.each([
  'p',
  '$!d',
  '1,5p',
  '/a/,/b/{p;d}',
  '/a/I!s/x/y/2gp',
  '\\,a,d',
  'y/a/b/',
  '2q',
  ':x;N;bx',
  '0~2d',
  'a\\\ntext',
])('%j only prints', (script) => {
  expect(readSed(script).problem).toBeUndefined();
});
