import { expect, test } from 'vitest';
import { isPlainObject, objectIn } from '../../../src-main/contract/plain-object.ts';

test('what has members as JSON has them is a plain object, whatever made it', () => {
  for (const value of [{}, { a: 1 }, Object.create(null), new Map(), new Date(0)])
    expect(isPlainObject(value)).toBe(true);
});

test('nothing, lists, functions and plain values are none', () => {
  for (const value of [null, undefined, [], [{}], () => {}, 'text', 1, true, 1n, Symbol('s')]) {
    expect(isPlainObject(value)).toBe(false);
  }
});

test('a text that is one JSON object gives its members, any other text nothing', () => {
  expect(objectIn(' {"a": [1]} ')).toEqual({ a: [1] });

  for (const text of ['', '{', '[]', 'null', '"a"', '1', '{} {}', "{'a': 1}"]) expect(objectIn(text)).toBeUndefined();
});
