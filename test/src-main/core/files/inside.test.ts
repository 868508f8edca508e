import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInside } from '#core/files/inside';
import { shownPath } from '../../../../src-main/rewind/plan/plan-files.ts';

test.each([
  ['the folder itself', '', true],
  ['what lies below it', 'a/b', true],
  ['a name that begins with two dots', '..a/b', true],
  ['the folder above', '..', false],
  ['what lies beside it', '../b', false],
])('%s', (_, way, inside) => {
  expect(isInside('/work', join('/work', way))).toBe(inside);
});

test('a rewind shows a name that begins with two dots as one of the workspace', () => {
  expect(shownPath('/a', '/a/..a')).toBe('..a');
  expect(shownPath('/a', '/b')).toBe('/b');
});
