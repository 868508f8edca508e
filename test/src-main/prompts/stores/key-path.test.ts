import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfNames, namesOfKey, withoutCase } from '../../../../src-main/prompts/stores/key-path.ts';

test.each([
  ['shenma:templates:demo:hello', 'templates/demo/hello'],
  ['shenma:environs:a', 'environs/a'],
  ['shenma:environs:', 'environs/%'],
  ['shenma:environs:a::b', 'environs/a/%/b'],
  ['shenma:environs:..:.', 'environs/%2E%2E/%2E'],
  ['shenma:environs:a/b\\c', 'environs/a%2Fb%5Cc'],
  ['shenma:environs:a.json:b', 'environs/a%2Ejson/b'],
  ['shenma:environs:v1.2', 'environs/v1.2'],
  ['shenma:environs:CON', 'environs/%43ON'],
  ['shenma:environs:aux.txt', 'environs/%61ux.txt'],
  ['shenma:environs:console', 'environs/console'],
  ['shenma:environs:100%', 'environs/100%25'],
  ['shenma:environs:été 中', 'environs/%C3%A9t%C3%A9%20中'],
])('%s is kept in %s', (key, path) => {
  expect(namesOfKey(key).join('/')).toBe(path);
  expect(keyOfNames(path.split('/'))).toBe(key);
});

test('a long segment goes on in further folders', () => {
  const key = `shenma:environs:${'ab'.repeat(400)}:x`;
  const names = namesOfKey(key);

  expect(names.every((name) => Buffer.byteLength(name) <= 210)).toBe(true);
  expect(keyOfNames(names)).toBe(key);
});

test('every key has names of its own that file systems take, and they lead back to it', () => {
  const segment = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: 'binary-ascii', maxLength: 300 }),
    fc.constantFrom('.', '..', 'con', 'LPT1', 'a.json', 'x.YML', '%', '%+', 'a%+', '%41', '.hidden', 'end.', 'end '),
  );
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      const key = ['shenma:environs', ...segments].join(':');
      fc.pre(Buffer.byteLength(key) <= 2048);
      const names = namesOfKey(key);
      expect(keyOfNames(names)).toBe(key);
      const spelled = names.flatMap((name, index) => (index === 0 ? [name] : withoutCase(name)));
      expect(keyOfNames(spelled)).toBe(key);
      for (const name of [...names, ...spelled]) {
        expect(name).toMatch(/^[\p{Lo}\w.%+-]+$/u);
        expect(name).not.toMatch(/^\.|\.$|\.(?:json|ya?ml)$/i);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210);
      }
    }),
    { numRuns: 300 },
  );
});
