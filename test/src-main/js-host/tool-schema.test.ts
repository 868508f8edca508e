import { describe, expect, test } from 'vitest';
import { docCommentOf } from '../../../src-main/js-host/agent/doc-comment.ts';
import { schemaOfDocType } from '../../../src-main/js-host/agent/doc-types.ts';
import { destructuredParameters, firstParameter } from '../../../src-main/js-host/agent/function-text.ts';
import { describedSchema, exportedSchema, SchemaError } from '../../../src-main/js-host/agent/parameters.ts';

describe('types as doc comments write them', () => {
  test.each([
    ['string', { type: 'string' }],
    ['Number', { type: 'number' }],
    ['integer', { type: 'integer' }],
    ['?string', { type: ['string', 'null'] }],
    ['string|null', { type: ['string', 'null'] }],
    ['string[]', { type: 'array', items: { type: 'string' } }],
    ['Array.<number>', { type: 'array', items: { type: 'number' } }],
    ["'a'|'b'", { type: 'string', enum: ['a', 'b'] }],
    ['(1|2)', { type: 'number', enum: [1, 2] }],
    ["'a'|null", { type: ['string', 'null'], enum: ['a', null] }],
    ['string|number', { type: ['string', 'number'] }],
    ['Object<string, number>', { type: 'object' }],
    ['Whatever', {}],
    ['*', {}],
    ['constructor', {}],
  ])('%s', (type, schema) => expect(schemaOfDocType(type)).toEqual(schema));
});

describe("a function's own text", () => {
  test.each<[string, string[] | undefined]>([
    ['async ({ a, b = 2 }) => a', ['a', 'b=2']],
    [
      'async function tool({ a: other, text = "x, }", list = [1, { a: 1 }], }, context) {}',
      ['a', 'text="x, }"', 'list=[1, { a: 1 }]'],
    ],
    ['function tool({ a /* the first, */, // and\n b }) {}', ['a', 'b']],
    ['async tool({}) {}', []],
    ['async function tool(args) { const { a } = args; }', undefined],
    ['async () => 1', undefined],
  ])('%s', (text, expected) => {
    const found = destructuredParameters(text)?.map(({ name, standard }) => (standard ? `${name}=${standard}` : name));
    expect(found).toEqual(expected);
  });

  test.each([
    ['async (args) => 1', 'args'],
    ['args => 1', 'args'],
    ['async function tool(a, b) {}', 'a'],
    ['async () => 1', undefined],
    ['async function tool() {}', undefined],
  ])('%s takes %s', (text, name) => expect(firstParameter(text)).toBe(name));
});

const FILE = `
/** Something else. */
const other = 1;
/**
 * Searches files.
 * In two lines.
 *
 * @param {object} args
 * @param {string} args.pattern - What to search.
 *   It goes on.
 * @param {number} [args.limit=10] Most that is found.
 * @param {boolean=} args.deep
 * @returns {Promise<string>} nothing of interest
 */
export async function tool(args) {}
`;

test('a doc comment describes the tool before which it stands, property by property', () => {
  const comment = docCommentOf(FILE);
  expect(comment?.description).toBe('Searches files.\nIn two lines.');
  expect(describedSchema(comment, 'async function tool(args) {}')).toEqual({
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'What to search. It goes on.' },
      limit: { type: 'number', description: 'Most that is found.', default: 10 },
      deep: { type: 'boolean', description: 'Parameter deep' },
    },
    required: ['pattern'],
  });
});

test.each([
  'export const tool = async () => 1;',
  'export default async function ({}) {}',
  'exports.tool = async () => 1;',
  'module.exports = async () => 1;',
  'async function tool() {}\nexport { tool };',
])('a comment stands before %s', (code) => {
  expect(docCommentOf(`/** Of it. */\n${code}`)?.description).toBe('Of it.');
});

test('without a comment, names and defaults of the function are what there is', () => {
  expect(describedSchema(undefined, "({ a, b = 'x', c = compute(), d = true }) => 1")).toEqual({
    type: 'object',
    properties: {
      a: { description: 'Parameter a' },
      b: { type: 'string', description: 'Parameter b', default: 'x' },
      c: { description: 'Parameter c' },
      d: { type: 'boolean', description: 'Parameter d', default: true },
    },
    required: ['a'],
  });
  expect(describedSchema(undefined, '() => 1')).toEqual({ type: 'object', properties: {}, required: [] });
  expect(() => describedSchema(undefined, '(args) => 1')).toThrow(SchemaError);
});

test('a schema is given by the module itself, or by the library that made it', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  expect(exportedSchema(schema)).toEqual(schema);
  expect(exportedSchema({ _zod: {}, toJSONSchema: () => schema })).toEqual(schema);
  expect(exportedSchema({ '~standard': { jsonSchema: { input: () => schema } } })).toEqual(schema);
  expect(() => exportedSchema({ '~standard': { vendor: 'zod' } })).toThrow('z.toJSONSchema(schema)');
  expect(() => exportedSchema({ type: 'string' })).toThrow('must describe an object');
  expect(() => exportedSchema('text')).toThrow('no JSON Schema');
  expect(() => exportedSchema(null)).toThrow('no JSON Schema');
});
