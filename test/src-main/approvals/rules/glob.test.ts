import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob } from '../../../../src-main/approvals/rules/glob.ts';
import { cpuMsOf } from '../../../support/time-taken.ts';

test.each([
  ['src/**', 'src/a/b.ts', true],
  ['src/**', 'src', true],
  ['src/*', 'src/a/b.ts', false],
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'x/y/a.ts', true],
  ['src/?.ts', 'src/a.ts', true],
  ['src/?.ts', 'src/ab.ts', false],
  ['a.c', 'abc', false],
  ['/etc/*', '/etc/hosts', true],
  ['**', '', true],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(matchesGlob(pattern, path)).toBe(expected);
});

/** The same, as an expression would have it. */
function oracle(pattern: string): RegExp {
  const names = pattern.split('/').map((name) => {
    if (name === '**') return undefined;
    return name.replaceAll(/[*]+/g, '[^/]*').replaceAll('?', '[^/]');
  });
  let text = '';
  for (const [index, name] of names.entries()) {
    if (name !== undefined) text += `/${name}`;
    else if (names[index - 1] !== undefined || index === 0) text += '(?:/[^/]*)*';
  }
  return new RegExp(`^${text}$`);
}

test('it answers as an expression does', () => {
  const piece = fc.constantFrom('a', 'b', '*', '?', '**', '/', 'ab');
  const text = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 }).map((pieces) => pieces.join(''));
  const pattern = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(pattern, text, (glob, path) => {
      expect(matchesGlob(glob, path)).toBe(oracle(glob).test(`/${path}`));
    }),
    { numRuns: 2000, seed: 4 },
  );
});

test('no pattern takes long', () => {
  const took = cpuMsOf(() => {
    expect(matchesGlob(`${'*a'.repeat(50)}b`, 'a'.repeat(5000))).toBe(false);
    expect(matchesGlob(`${'**/a/'.repeat(50)}b`, 'a/'.repeat(2000))).toBe(false);
  });
  expect(took).toBeLessThan(2000);
});
