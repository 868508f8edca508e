import { expect, test } from 'vitest';
import { parameterSet } from '../../../../src-main/prompts/records/parameters.ts';

const members = (parameters: unknown) => {
  const { schema, required, defaults } = parameterSet(parameters);
  return { properties: schema.properties, required, defaults: Object.fromEntries(defaults) };
};
const EXPECTED = {
  properties: { code: { type: 'string' }, language: { type: 'string', default: 'go' } },
  required: ['code'],
  defaults: { language: 'go' },
};

test('the three forms of parameters say the same', () => {
  const list = [
    { name: 'code', type: 'string', required: true },
    { name: 'language', type: 'string', default: 'go' },
  ];
  const schema = {
    type: 'object',
    properties: { code: { type: 'string' }, language: { type: 'string', default: 'go' } },
    required: ['code'],
  };
  const map = { code: { type: 'string', required: true }, language: { type: 'string', default: 'go' } };
  expect(members(list)).toEqual(EXPECTED);
  expect(members(schema)).toEqual(EXPECTED);
  expect(members(map)).toEqual(EXPECTED);
});

test('what an object must have is checked in each form', () => {
  const place = { type: 'object', properties: { line: { type: 'integer' } }, required: ['line'] };
  const wanted = { properties: { place }, required: [], defaults: {} };
  expect(members([{ name: 'place', ...place }])).toEqual(wanted);
  expect(members({ type: 'object', properties: { place } })).toEqual(wanted);
  expect(members({ place })).toEqual(wanted);
});

test('a flag that is none is no part of a schema, which could not be used with it', () => {
  const wanted = { properties: { a: { type: 'string' } }, required: [], defaults: {} };
  expect(members([{ name: 'a', type: 'string', required: 'yes' }])).toEqual(wanted);
  expect(members({ a: { type: 'string', required: 'yes' } })).toEqual(wanted);
  expect(members({ type: 'object', properties: { a: { type: 'string', required: 1 } } })).toEqual(wanted);
});

test('a map may have a parameter called type, or called properties', () => {
  expect(members({ type: { type: 'string' } }).properties).toEqual({ type: { type: 'string' } });
  expect(members({ type: { required: true } }).required).toEqual(['type']);
});

test('a parameter is required only where it says so; nothing and nonsense are no parameters', () => {
  expect(members([{ name: 'a' }]).required).toEqual([]);
  expect(members({ type: 'object', properties: { a: {} } }).required).toEqual([]);
  for (const nothing of [undefined, null, 3, 'x', {}, []])
    expect(members(nothing)).toEqual({ properties: {}, required: [], defaults: {} });
});

test('args that are not declared pass, whatever the schema says', () => {
  const { schema } = parameterSet({
    type: 'object',
    properties: {},
    additionalProperties: false,
    definitions: { a: {} },
  });
  expect(schema).not.toHaveProperty('additionalProperties');
  expect(schema).toHaveProperty('definitions');
});
