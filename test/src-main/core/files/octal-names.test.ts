import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeOctal, unescapeOctal } from '#core/files/octal-names';
import { pathFromBytes } from '#core/files/path-bytes';

test.each([
  ['user.plain', 'user.plain'],
  ['user.a=b', 'user.a\\075b'],
  ['a b\n', 'a\\040b\\012'],
  ['back\\slash', 'back\\134slash'],
  ['é', '\\303\\251'],
  ['\udcff', '\\377'],
])('%j is written as %j', (name, written) => {
  expect(escapeOctal(name)).toBe(written);
  expect(unescapeOctal(written)).toBe(name);
});

test('a name that getfattr prints with less in digits is read, its bytes given as characters', () => {
  expect(unescapeOctal('a b\\134\u00c3\u00a9')).toBe('a b\\é');
});

test('any bytes come back', () => {
  const names = fc.uint8Array({ maxLength: 40 }).map(pathFromBytes);
  fc.assert(fc.property(names, (name) => unescapeOctal(escapeOctal(name)) === name));
});
