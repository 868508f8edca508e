import { expect, test } from 'vitest';
import * as zod from 'zod';
import { late, madeLate } from '../../../../src-main/contract/schema/late-schema.ts';
import * as z from '../../../../src-main/contract/schema/zod.ts';

type Zod = Pick<typeof zod, 'object' | 'array' | 'string' | 'int' | 'enum' | 'discriminatedUnion' | 'literal'>;

/** One schema of everything that a contract says, by either zod. */
const withAll = ({ object, array, string, int, enum: among, discriminatedUnion, literal }: Zod) => {
  const base = object({
    id: string()
      .min(1)
      .regex(/^[a-z]+$/, 'small letters'),
    size: int().nonnegative().optional(),
  });
  return base.extend({
    tags: array(string()).max(2).default([]),
    mode: among(['a', 'b']).nullable().describe('What it may do'),
    part: discriminatedUnion('kind', [object({ kind: literal('x') }), object({ kind: literal('y'), note: string() })]),
    nested: object({ flag: literal(true).optional() })
      .prefault({})
      .describe('A part of it'),
  });
};

test('a schema is made when something of it is read, and once', () => {
  const made: string[] = [];
  const schema = late(() => {
    made.push('text');
    return zod.string();
  });
  const optional = schema.optional();

  expect(made).toEqual([]);
  expect(optional.parse(undefined)).toBeUndefined();
  expect(schema.parse('a')).toBe('a');
  expect(made).toEqual(['text']);
});

test('a parse makes what it reads, and nothing below it', () => {
  const made: string[] = [];
  const text = late(() => {
    made.push('text');
    return zod.string();
  });
  const schema = z.object({ part: z.object({ text }).optional(), list: z.array(z.object({ text })).default([]) });

  expect(schema.parse({})).toEqual({ list: [] });
  expect(made).toEqual([]);
  expect(schema.parse({ list: [{ text: 'a' }] })).toEqual({ list: [{ text: 'a' }] });
  expect(made).toEqual(['text']);
});

test('it is the schema that zod would have made', () => {
  const [ours, plain] = [withAll(z), withAll(zod)];
  const values = [
    { id: 'a', mode: 'a', part: { kind: 'y', note: 'n' } },
    { id: 'A', mode: null, part: { kind: 'x' }, tags: ['a', 'b', 'c'], nested: { flag: false } },
    { id: 'a', mode: 'c', part: { kind: 'z' }, size: -1 },
    'text',
  ];

  expect(ours).toBeInstanceOf(zod.ZodObject);
  expect('_zod' in ours).toBe(true);
  expect(Object.keys(ours.shape)).toEqual(Object.keys(plain.shape));
  expect(zod.toJSONSchema(ours, { io: 'input' })).toEqual(zod.toJSONSchema(plain, { io: 'input' }));
  for (const value of values) expect(ours.safeParse(value)).toEqual(plain.safeParse(value));
});

test('what is told of a schema before it is made is known of it', () => {
  const text = z.string().describe('A name');

  expect(text.description).toBe('A name');
  expect(zod.toJSONSchema(zod.object({ text }))).toHaveProperty('properties.text.description', 'A name');
});

test('a maker that fails says so at the first use', () => {
  const broken = madeLate((): zod.ZodType => {
    throw new Error('two of a kind');
  });

  const schema = broken();

  expect(() => schema.parse(1)).toThrow('two of a kind');
  expect(() => schema.parse(1)).toThrow('two of a kind');
});
