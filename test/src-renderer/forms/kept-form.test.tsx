import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../src-renderer/forms/json-schema.ts';
import { contentToKeep, type FormContent } from '../../../src-renderer/forms/kept-content.ts';
import { useKeptForm } from '../../../src-renderer/forms/use-kept-form.ts';

const object = (properties: NonNullable<JsonSchema['properties']>, more: JsonSchema = {}) => ({
  type: 'object',
  properties,
  ...more,
});
const text = { type: 'string' };

/** A form on a page that begins with `kept`. */
function open(schema: ReturnType<typeof object>, begun?: FormContent) {
  let kept = begun;
  const keep = (content: FormContent | undefined) => {
    kept = content;
  };
  const { result } = renderHook(() => useKeptForm(schema, { kept: begun, keep }));
  return { form: () => result.current, kept: () => kept };
}

test('a form begins with what was filled in before, unfinished texts and large numbers included', () => {
  const schema = object({ city: text, days: { type: 'integer' }, tags: { type: 'array', items: {} } });
  const page = open(schema);
  act(() => page.form().setAt(['city'], 'Oslo'));
  act(() => page.form().typeAt(['days'], '12345678901234567890', { value: 12345678901234567000 }));
  act(() => page.form().setMode('json'));
  act(() => page.form().setJson('{"city": "Bergen", "days": 12345678901234567890, '));
  const next = open(schema, JSON.parse(JSON.stringify(page.kept())));
  expect(next.form().mode).toBe('json');
  expect(next.form().json).toBe('{"city": "Bergen", "days": 12345678901234567890, ');
});

test('nothing is kept of a form that nobody has filled in', () => {
  expect(open(object({ city: { ...text, default: 'Oslo' } })).kept()).toBeUndefined();
});

test('what has no field any more is shown as JSON, and not lost', () => {
  const page = open(object({ place: text }, { additionalProperties: false }), { value: { city: 'Oslo' }, texts: [] });
  expect(page.form().mode).toBe('json');
  expect(JSON.parse(page.form().json)).toEqual({ city: 'Oslo' });
});

test.each([
  ['by their names', object({ apiKey: text, city: text }), { apiKey: 'S', city: 'Oslo' }, { city: 'Oslo' }],
  ['by a format', object({ pin: { ...text, format: 'password' } }), { pin: 'S' }, {}],
  ['that are only written', object({ pin: { ...text, writeOnly: true } }), { pin: 'S' }, {}],
  [
    'deep inside',
    object({ in: object({ list: { type: 'array', items: object({}) } }) }),
    { in: { list: [{ token: 'S', n: 1 }] } },
    { in: { list: [{ n: 1 }] } },
  ],
  [
    'that may be absent',
    object({ pin: { anyOf: [{ ...text, format: 'password', writeOnly: true }, { type: 'null' }] } }),
    { pin: 'S' },
    {},
  ],
  [
    'in one of two forms',
    object({ login: { oneOf: [object({ pin: { ...text, writeOnly: true } }), text] } }),
    { login: { pin: 'S', city: 'Oslo' } },
    { login: { city: 'Oslo' } },
  ],
  ['in addresses', object({ url: text }), { url: 'https://me:S@example.org/' }, {}],
])('secrets %s are not kept, in fields or in JSON', (_, schema, value, kept) => {
  expect(contentToKeep({ value, texts: [] }, schema, schema)?.value).toEqual(kept);
  const json = JSON.stringify(value);
  expect(JSON.parse(contentToKeep({ value: {}, texts: [], json }, schema, schema)?.json ?? '')).toEqual(kept);
  expect(contentToKeep({ value: {}, texts: [], json: json.slice(0, -1) }, schema, schema)?.json ?? '').not.toContain(
    'S',
  );
});

test('a text that is no value yet is not kept where its field holds a secret', () => {
  const schema = object({ token: {}, note: {} });
  const texts = ['token', 'note'].map((name) => ({
    path: [name],
    text: '{"a',
    problem: 'No JSON',
    isUnfinished: true,
  }));
  const kept = contentToKeep({ value: {}, texts }, schema, schema);
  expect(kept?.texts.map(({ path }) => path)).toEqual([['note']]);
});

test('a default is kept also under the name of a secret: everybody who has the schema knows it', () => {
  const schema = object({ max_tokens: { type: 'integer', default: 256 }, token: text });
  const kept = contentToKeep({ value: { max_tokens: 256, token: 'S' }, texts: [] }, schema, schema);
  expect(kept?.value).toEqual({ max_tokens: 256 });
});

test('an address with a password keeps its place in a list, so that the rest of it has its own', () => {
  const schema = object({ urls: { type: 'array', items: text } });
  const kept = contentToKeep(
    { value: { urls: ['https://me:S@example.org/', 'https://b'] }, texts: [] },
    schema,
    schema,
  );
  expect(kept?.value).toEqual({ urls: ['', 'https://b'] });
});

test('JSON of which a secret would have to be left out is not kept where a number would get other digits', () => {
  const json = '{"id": 12345678901234567890, "token": "S"}';
  expect(contentToKeep({ value: {}, texts: [], json }, object({}), object({}))).toBeUndefined();
  const plain = '{"id": 12345678901234567890}';
  expect(contentToKeep({ value: {}, texts: [], json: plain }, object({}), object({}))?.json).toBe(plain);
});

test.each(["{token: 'S'", "{'token': 'S'", 'token = S'])('%s is no JSON yet, and is not kept', (json) => {
  expect(contentToKeep({ value: {}, texts: [], json }, object({}), object({}))).toBeUndefined();
});

test('nothing is kept of a form that is secret as a whole', () => {
  const schema = object({ city: text }, { writeOnly: true });
  expect(contentToKeep({ value: { city: 'Oslo' }, texts: [] }, schema, schema)).toBeUndefined();
});

test('a long text that is no JSON yet is not kept', () => {
  const json = `{"a": ${'\\"'.repeat(200_000)}`;
  expect(contentToKeep({ value: {}, texts: [], json }, object({}), object({}))).toBeUndefined();
});
