import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonAt } from '../../../../src-main/prompts/records/json-at.ts';

test.each([
  ['12345678901234567890', [], '12345678901234567890'],
  [' { "a" : [ 1.0 , { "b\\"c" : 9007199254740993 } ] } ', ['a', '1', 'b"c'], '9007199254740993'],
  ['{"a":1,"a":2}', ['a'], '2'],
  ['{"a":{"x":1},"b":"}"}', ['b'], '"}"'],
  ['[1,2]', ['2'], undefined],
  ['[1,2]', ['01'], undefined],
  ['{"a":1}', ['b'], undefined],
  ['5', ['a'], undefined],
  ['{"__proto__":{"a":1}}', ['__proto__', 'a'], '1'],
] as const)('%j at %j is %j', (text, path, found) => {
  expect(jsonAt(text, path)).toBe(found);
});

test('every path leads to what JSON.parse has there, whatever the layout', () => {
  const walk = (value: unknown, path: readonly string[], text: string) => {
    expect(JSON.parse(jsonAt(text, path) ?? 'undefined')).toEqual(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name], text);
  };
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 2, '\t'), (json, space) => {
      const text = JSON.stringify(JSON.parse(json), undefined, space);
      walk(JSON.parse(text), [], text);
    }),
  );
});

test('a string as long as a record may be is found, and what follows it', () => {
  const long = JSON.stringify(`${'x"'.repeat(1000)}${'x'.repeat(15 * 1024 * 1024)}`);
  const text = `{"a":${long},"b":1.0}`;
  expect(jsonAt(text, ['a'])?.length).toBe(long.length);
  expect(jsonAt(text, ['b'])).toBe('1.0');
});
