import { expect, test } from 'vitest';
import { shortPath, shortPaths } from '../../../src-renderer/ui/short-path.ts';

test('a path is named from the workspace on where it lies inside', () => {
  expect(shortPath('/app/a.txt', '/app')).toBe('a.txt');
  expect(shortPath('/application/a.txt', '/app')).toBe('/application/a.txt');
  expect(shortPath('/app/a.txt', undefined)).toBe('/app/a.txt');
});

test.each([
  ['/app/a.txt is gone', 'a.txt is gone'],
  ['left: /app/a.txt, “/app/b.txt” (/app/c/d.txt)', 'left: a.txt, “b.txt” (c/d.txt)'],
  ['/srv/app/a.txt was changed', '/srv/app/a.txt was changed'],
  ['my-/app/a.txt', 'my-/app/a.txt'],
  ['/app//app/a.txt', '/app/a.txt'],
])('paths of the workspace in %s are named from it on, no others', (text, expected) => {
  expect(shortPaths(text, '/app')).toBe(expected);
});

test('a text stays as it is where no workspace is known', () => {
  expect(shortPaths('undefined/a.txt', undefined)).toBe('undefined/a.txt');
});
