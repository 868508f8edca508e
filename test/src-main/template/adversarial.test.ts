import { expect, test } from 'vitest';
import {
  createTemplateSet,
  type RenderResult,
  TemplateError,
  type TemplateExecuteOptions,
  type TemplateFunction,
  type TemplateValue,
} from '#template';

function rendered(text: string, data: TemplateValue = null, options: TemplateExecuteOptions = {}): string {
  const set = createTemplateSet({ functions: options.functions?.keys() });
  set.parse('main', text);
  return (set.execute('main', data, options) as RenderResult).output;
}

function failure(text: string, data: TemplateValue = null, options: TemplateExecuteOptions = {}): TemplateError {
  try {
    rendered(text, data, options);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error(`${text} failed in nothing`);
}

test.each(['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
  'the name %s, which every object of JavaScript knows, is missing from a map that has no such key',
  (name) => {
    for (const data of [{}, { a: 1 }] satisfies TemplateValue[]) {
      expect(rendered(`{{.${name}}}|{{.${name}.constructor}}|{{index . "${name}"}}`, data)).toBe(
        '<no value>|<no value>|<no value>',
      );
    }
    expect(failure(`{{.s.${name}}}`, { s: 'text' }).at.class).toBe('exec');
    expect(failure(`{{.l.${name}}}`, { l: [1] }).at.class).toBe('exec');
  },
);

test('keys of data are keys, whatever their name', () => {
  const data = JSON.parse('{"__proto__":{"a":1},"constructor":"c"}') as TemplateValue;
  expect(rendered('{{.__proto__.a}} {{.constructor}} {{.}}', data)).toBe('1 c map[__proto__:map[a:1] constructor:c]');
  expect(rendered('{{.a}}', data)).toBe('<no value>');
});

test.each([
  ['itself', '{{define "x"}}{{template "x" .}}{{end}}{{template "x" .}}'],
  ['each other', '{{define "x"}}{{template "y" .}}{{end}}{{define "y"}}{{template "x" .}}{{end}}{{template "x" .}}'],
  ['themselves from a range', '{{define "x"}}{{range .}}{{template "x" $}}{{end}}{{end}}{{template "x" .}}'],
])('templates that call %s without end are stopped by their depth', async (_, text) => {
  const set = createTemplateSet();
  set.parse('main', text);
  const execute = async () => set.execute('main', [1], { maxDepth: 1000 });
  await expect(execute()).rejects.toMatchObject({ at: { limit: 'depth', line: 1 } });
});

test.each([
  ['a width', '{{printf "%999999d" 1}}'],
  ['widths in a loop', '{{range .}}{{printf "%999999d" 1}}{{end}}'],
  ['a precision', '{{range .}}{{printf "%.999999f" 1.0}}{{end}}'],
])('%s as large as Go accepts is written, or stopped by the limit of the output', (_, text) => {
  expect(
    failure(
      text,
      Array.from({ length: 50 }, () => 1),
      { maxOutput: 10_000 },
    ).at,
  ).toMatchObject({ class: 'limit', limit: 'output' });
});

test('the largest width gives as many characters', () => {
  expect(rendered('{{printf "%999999d" 1}}')).toHaveLength(999_999);
});

test.each([
  ['{{slice . 0 1000000000}}'],
  ['{{slice . -1}}'],
  ['{{slice . 2 1}}'],
  ['{{index . 1000000000}}'],
  ['{{index . -1}}'],
  ['{{slice . 0 9223372036854775807}}'],
])('%s is out of the bounds of a text', (text) => {
  expect(failure(text, 'abc').at).toMatchObject({ class: 'exec', line: 1 });
});

test.each([
  ['{{index "abc" 1}}', null, '98'],
  ['{{len "日本"}}', null, '6'],
  ['{{slice "日本" 0 3}}', null, '日'],
  ['{{.}}', JSON.parse('12345678901234567890'), '1.2345678901234567e+19'],
  ['{{.}}', { b: 1, a: { d: null, c: [1, 'x'] } }, 'map[a:map[c:[1 x] d:<nil>] b:1]'],
  ['{{js .}}', '<a>=&', '\\u003Ca\\u003E\\u003D\\u0026'],
  ['{{/* comment */}}', null, ''],
  ['{{with $x := 1}}{{$x = 2}}{{$x}}{{end}}', null, '2'],
])('%s prints what Go prints', (text, data, expected) => {
  expect(rendered(text, data as TemplateValue)).toBe(expected);
});

test.each([[''], [0], [{}], [[]], [null], [false]])('%j is false, and its parts cannot make it true', (value) => {
  expect(rendered('{{if .}}yes{{else}}no{{end}}{{not .}}', value as TemplateValue)).toBe('notrue');
});

test('text in the data is never read as a template', () => {
  const hostile = '{{secret}}{{define "main"}}x{{end}}{{.}}';
  expect(rendered('{{.}}|{{print .}}|{{printf "%s" .}}', hostile)).toBe(`${hostile}|${hostile}|${hostile}`);
});

test('an operand that and, or need not look at is not called', () => {
  const called: string[] = [];
  const tool = (name: string, result: TemplateValue): TemplateFunction => ({
    call: () => {
      called.push(name);
      return result;
    },
  });
  const functions = new Map([
    ['no', tool('no', false)],
    ['yes', tool('yes', true)],
    ['never', tool('never', 1)],
  ]);

  expect(rendered('{{and (no) (never)}} {{or (yes) (never)}} {{and (yes) (no) (never)}}', null, { functions })).toBe(
    'false true false',
  );
  expect(called).toEqual(['no', 'yes', 'yes', 'no']);
});

test('a text with thousands of levels is an error in its place, whoever asks', () => {
  expect(failure(`\n{{${'('.repeat(20_000)}`).at).toMatchObject({ class: 'parse', line: 2 });
});

test('a text of more parts than anybody writes is no template, and the error says where', () => {
  const { message, at } = failure('{{1}}'.repeat(300_000));
  expect(message).toBe('template: main:1: more than 500000 texts, actions, operands and fields');
  expect(at.class).toBe('parse');
});
