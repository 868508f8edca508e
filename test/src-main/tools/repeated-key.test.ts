import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedKey } from '../../../src-main/tools/repeated-key.ts';

test.each([
  ['{"a":1,"a":2}', { key: 'a', path: '' }],
  ['{"a":1,"\\u0061":2}', { key: 'a', path: '' }],
  ['{"a":{"b":[{"c":1},{"c":1,"d":{},"c":2}]}}', { key: 'c', path: 'a.b' }],
  ['{"__proto__":1,"__proto__":2}', { key: '__proto__', path: '' }],
  ['{"":1, "" :2}', { key: '', path: '' }],
])('%s names a key twice', (text, found) => {
  expect(repeatedKey(text)).toEqual(found);
});

test.each([
  '{"a":{"a":1},"b":{"a":2}}',
  '[{"a":1},{"a":2}]',
  '{"a":"a","b":"a\\":\\"a"}',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
  '"a"',
  '{}',
  '{"a":["b","b"],"b":"b"}',
])('%s does not', (text) => {
  expect(repeatedKey(text)).toBeUndefined();
});

test('no JSON that is written from a value does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(repeatedKey(text)).toBeUndefined();
    }),
  );
});

test('strings as long as a file are passed over', () => {
  const long = `${'x'.repeat(20_000_000)}${'\\n'.repeat(10_000_000)}`;
  expect(repeatedKey(`{"a":"${long}","b":1}`)).toBeUndefined();
  expect(repeatedKey(`{"a":"${long}","a":1}`)).toEqual({ key: 'a', path: '' });
});
