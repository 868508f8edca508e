import { expect, test } from 'vitest';
import { EMPTY, type TemplateValue, Uint8 } from '#template';
import { namedArguments } from '../../../../src-main/prompts/tools/arguments.ts';
import { ToolFailure } from '../../../../src-main/prompts/tools/tool-failure.ts';

const LOOK = {
  type: 'object',
  properties: { symbol: { type: 'string' }, limit: { type: 'integer', default: 5 } },
  required: ['symbol'],
};

test.each<[string, unknown, readonly TemplateValue[], object]>([
  ['positions are those of the declaration', LOOK, ['Foo', 3n], { symbol: 'Foo', limit: 3 }],
  ['defaults stand in', LOOK, ['Foo'], { symbol: 'Foo', limit: 5 }],
  ['nil is absent', LOOK, ['Foo', null], { symbol: 'Foo', limit: 5 }],
  ['no value is absent', LOOK, ['Foo', undefined], { symbol: 'Foo', limit: 5 }],
  ['what a failed tool gave is absent', LOOK, ['Foo', EMPTY], { symbol: 'Foo', limit: 5 }],
  ['an integer may be a float64', LOOK, ['Foo', 3], { symbol: 'Foo', limit: 3 }],
  ['one object names them', LOOK, [{ limit: 7, symbol: 'a' }], { symbol: 'a', limit: 7 }],
  [
    'properties whose names are numbers are named by one object',
    JSON.parse('{"properties":{"b":{},"1":{}}}'),
    [{ b: 'x', 1: 'y' }],
    { b: 'x', 1: 'y' },
  ],
  ['bytes are numbers', { properties: { b: { type: 'integer' } } }, [new Uint8(7)], { b: 7 }],
  ['lists and maps are JSON', { properties: { l: {} } }, [[1n, { a: null }]], { l: [1, { a: null }] }],
  [
    'an object for a first property that is one is that property',
    { properties: { where: { type: 'object' }, limit: {} } },
    [{ limit: 1 }],
    { where: { limit: 1 } },
  ],
  ['without properties one object is passed as it is', {}, [{ any: 'thing' }], { any: 'thing' }],
  ['without properties nothing is fine', { type: 'object' }, [], {}],
  ['without parameters nothing is fine', undefined, [], {}],
  [
    'a key is a key, whatever its name',
    { properties: {} },
    [JSON.parse('{"__proto__":1,"constructor":2}')],
    JSON.parse('{"__proto__":1,"constructor":2}'),
  ],
])('%s', async (_, parameters, args, expected) => {
  const { values } = await namedArguments(parameters, args);
  expect(JSON.stringify(values)).toBe(JSON.stringify(expected));
});

test.each<[string, unknown, readonly TemplateValue[], RegExp]>([
  ['more than there are properties', LOOK, ['a', 1, 2], /given 3 arguments and takes at most 2/],
  ['two where there are no properties', {}, ['a', 'b'], /takes none, or one object/],
  ['a text where there are no properties', {}, ['a'], /takes none, or one object/],
  ['a required one that is absent', LOOK, [], /"symbol" is missing/],
  ['a text for a number: nothing is converted', LOOK, ['a', '3'], /limit: must be integer/],
  ['a number for a text', LOOK, [3], /symbol: must be string/],
  ['an object with a name that is not declared', LOOK, [{ symbol: 'a', other: 1 }], /symbol: must be string/],
  ['a schema that is none', { properties: { a: {} }, type: 'nonsense' }, ['a'], /no usable schema/],
  [
    'a position among properties whose names are numbers',
    JSON.parse('{"properties":{"b":{},"1":{}}}'),
    ['x', 'y'],
    /numeric names must be passed by name, in one object/,
  ],
  ['a number that is no integer', LOOK, ['a', 3.5], /limit: must be integer/],
])('%s is a failure', async (_, parameters, args, why) => {
  const failure = await namedArguments(parameters, args).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ToolFailure);
  if (failure instanceof ToolFailure) expect(`${failure.message}: ${failure.detail}`).toMatch(why);
});

test('what is wrong is told without the values', async () => {
  const parameters = { properties: { a: { type: 'integer' } } };
  const failure = await namedArguments(parameters, ['s3cret']).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: 'its arguments do not fit', detail: expect.not.stringContaining('s3cret') });
});
