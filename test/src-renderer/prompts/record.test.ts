import { describe, expect, test } from 'vitest';
import type { PromptRecord } from '#contract';
import {
  exampleOf,
  isSameRecord,
  isSingle,
  moveItem,
  parsedArgs,
  recordMessages,
  schemaOf,
  withText,
} from '../../../src-renderer/prompts/record.ts';

const record = (parts: Partial<PromptRecord>): PromptRecord => ({ name: 'x', supports: [], parameters: {}, ...parts });

describe('the texts of a prompt', () => {
  test('a prompt is one message of the user, an empty one too', () => {
    expect(recordMessages(record({ prompt: 'Hi' }))).toEqual([{ role: 'user', content: 'Hi' }]);
    expect(isSingle(record({ prompt: '' }))).toBe(true);
    expect(withText(record({ prompt: 'Hi' }), 0, '').prompt).toBe('');
  });

  test('of several messages the one that was edited changes', () => {
    const both = record({
      messages: [
        { role: 'system', content: 'a' },
        { role: 'user', content: 'b' },
      ],
    });
    expect(withText(both, 1, 'c').messages?.map(({ content }) => content)).toEqual(['a', 'c']);
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });

  test('the order of members makes no other record', () => {
    expect(isSameRecord(record({ prompt: 'a' }), { prompt: 'a', parameters: {}, supports: [], name: 'x' })).toBe(true);
    expect(isSameRecord(record({ prompt: 'a' }), record({ prompt: 'b' }))).toBe(false);
  });
});

describe('the schema of the arguments', () => {
  const who = { type: 'string' };
  test.each([
    ['a list', [{ name: 'who', type: 'string', required: true }], ['who']],
    ['a JSON Schema', { type: 'object', properties: { who }, required: ['who'] }, ['who']],
    ['a map', { who }, undefined],
  ])('is made of %s', (_, parameters, required) => {
    const schema = schemaOf(record({ parameters: parameters as PromptRecord['parameters'] }));
    expect(schema).toMatchObject({ type: 'object', properties: { who } });
    expect(schema.required).toEqual(required);
  });
});

test('args that were never typed are the examples of the parameters', () => {
  const schema = { properties: { code: { examples: ['a()', 'b()'] }, focus: { type: 'string' }, odd: true } };
  expect(JSON.parse(exampleOf(schema))).toEqual({ code: 'a()' });
  expect(exampleOf({ properties: { focus: {} } })).toBe('{}');
  expect(exampleOf({})).toBe('{}');
});

test('args are one object, and nothing is an empty one', () => {
  expect(parsedArgs(' ')).toEqual({ value: {} });
  expect(parsedArgs('[1]')).toHaveProperty('problem');
  expect(parsedArgs('{')).toHaveProperty('problem');
});
