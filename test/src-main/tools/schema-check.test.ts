import { expect, test } from 'vitest';
import { checkSchema } from '../../../src-main/tools/schema-check.ts';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://example.org/weather',
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'array', items: { type: 'integer' } },
    unit: { enum: ['C', 'F'] },
  },
  required: ['city'],
  additionalProperties: false,
};

test('what fits, fits', async () => {
  expect(await checkSchema(schema, { city: 'Kraków', days: [1, 2], unit: 'C' })).toEqual({ fits: true });
});

test('every problem is named with its place', async () => {
  const answer = await checkSchema(schema, { days: [1, 'two'], unit: 'K', town: 'x' });
  expect(answer).toEqual({
    fits: false,
    problems: [
      'the arguments: "city" is missing',
      'the arguments: "town" is not known',
      'days[1]: must be integer',
      'unit: must be one of ["C","F"]',
    ].join('\n'),
  });
});

test('a long list of problems is cut, and says so', async () => {
  const answer = await checkSchema(schema, { city: 'x', days: Array.from({ length: 50 }, () => 'x') });
  expect(answer).toMatchObject({ fits: false, problems: expect.stringContaining('… and 42 more') });
});

test('draft 7 is understood, whether it says so or not', async () => {
  const tuple = {
    type: 'object',
    properties: { at: { type: 'array', items: [{ type: 'number' }, { type: 'string' }] } },
  };
  const said = { ...tuple, $schema: 'http://json-schema.org/draft-07/schema#' };
  for (const one of [tuple, said]) {
    expect(await checkSchema(one, { at: [1, 'x'] })).toEqual({ fits: true });
    expect(await checkSchema(one, { at: ['x'] })).toMatchObject({ fits: false });
  }
});

test('two schemas with one $id do not meet', async () => {
  expect(await checkSchema({ $id: 'same', type: 'object' }, {})).toEqual({ fits: true });
  expect(await checkSchema({ $id: 'same', type: 'object', required: ['a'] }, {})).toMatchObject({ fits: false });
});

test('a schema that cannot be used says why, and nothing is thrown', async () => {
  expect(await checkSchema({ type: 'object', properties: { a: { type: 'no such type' } } }, {})).toMatchObject({
    fits: undefined,
    why: expect.stringContaining('type'),
  });
});

test('a pattern that could take for ever is left to the tool', async () => {
  const evil = {
    type: 'object',
    properties: { a: { pattern: '^(a+)+$' }, b: { pattern: '(' }, c: { pattern: '^x$' }, d: { pattern: '^(a|a)*b$' } },
  };
  const long = `${'a'.repeat(60)}!`;
  const startedAt = performance.now();
  expect(await checkSchema(evil, { a: long, b: 'x', c: 'x', d: long })).toEqual({ fits: true });
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(await checkSchema(evil, { c: 'y' })).toMatchObject({ fits: false });
});
