import { expect, test } from 'vitest';
import { buildTables } from '../../../../src-main/prompts/registry/build-tables.ts';
import type { Tables } from '../../../../src-main/prompts/registry/tables.ts';
import { extensionRecord, toolRecord } from '../../../support/prompt-engine-box.ts';

function tablesOf(records: Record<string, unknown>, before?: Tables): Tables {
  const texts = (kind: string) =>
    new Map(
      Object.entries(records)
        .filter(([key]) => key.startsWith(`shenma:${kind}:`))
        .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  return buildTables({ extension: texts('extensions'), template: texts('templates'), tool: texts('tools') }, before);
}

const problemsOf = ({ problems }: Tables) =>
  problems.map(({ key, severity, message }) => `${severity} ${key}: ${message}`);

test('a record that cannot be used is told of and blocks no other', () => {
  const tables = tablesOf({
    'shenma:templates:a:bad': '{no json',
    'shenma:templates:a:number': 3,
    'shenma:templates:a:unnamed': { prompt: 'x' },
    'shenma:templates:': { name: 'x', prompt: 'x' },
    'shenma:templates:a::b': { name: 'x', prompt: 'x' },
    'shenma:templates:a:good': { name: 'good', prompt: 'x' },
    'shenma:extensions:a:bad': { ...extensionRecord('e', []), version: 'one' },
    'shenma:tools:bad': { name: 'bad' },
  });
  expect([...tables.prompts.keys()]).toEqual(['a.good']);
  expect(tables.problems.map(({ key }) => key).sort()).toEqual([
    'shenma:extensions:a:bad',
    'shenma:templates:',
    'shenma:templates:a::b',
    'shenma:templates:a:bad',
    'shenma:templates:a:number',
    'shenma:templates:a:unnamed',
    'shenma:tools:bad',
  ]);
});

test('an extension brings its prompts; one of them that cannot be used is left out alone', () => {
  const prompts = [
    { name: 'a', prompt: 'A' },
    { prompt: 'no name' },
    { name: 'b', messages: [{ role: 'boss', content: '' }] },
  ];
  const tables = tablesOf({ 'shenma:extensions:zgsm:x': extensionRecord('x', prompts) });
  expect([...tables.prompts.keys()]).toEqual(['x.a']);
  expect(tables.extensions.get('zgsm.x')?.prompts).toEqual(['x.a']);
  expect(problemsOf(tables)).toHaveLength(2);
});

test('a direct prompt stands in front of an extension’s, which shows again when it is gone', () => {
  const extension = { 'shenma:extensions:zgsm:tr': extensionRecord('tr', [{ name: 'zh_en', prompt: 'E' }]) };
  const first = tablesOf(extension);
  expect(first.prompts.get('tr.zh_en')?.origin).toBe('extension');
  const second = tablesOf({ ...extension, 'shenma:templates:tr:zh_en': { name: 'zh_en', prompt: 'D' } }, first);
  expect(second.prompts.get('tr.zh_en')?.origin).toBe('direct');
  const third = tablesOf(extension, second);
  expect(third.prompts.get('tr.zh_en')).toMatchObject({ origin: 'extension', record: { prompt: 'E' } });
  expect(tablesOf({}, third).prompts.size).toBe(0);
});

test('an extension under a prompt’s key gives the prompt of the key’s last segment', () => {
  const value = extensionRecord('e', [
    { name: 'one', prompt: '1' },
    { name: 'two', prompt: '2' },
  ]);
  const tables = tablesOf({ 'shenma:templates:e:two': value, 'shenma:templates:e:three': value });
  expect(tables.prompts.get('e.two')?.record.prompt).toBe('2');
  expect(problemsOf(tables)).toEqual([expect.stringContaining('e:three')]);
});

test('prompt wins over messages with a warning; extensions of other types are of no concern', () => {
  const both = { name: 'x', prompt: 'P', messages: [{ role: 'user', content: 'M' }], supports: ['chat', 'elsewhere'] };
  const tables = tablesOf({
    'shenma:templates:a:both': both,
    'shenma:extensions:z:theme': extensionRecord('theme', [], { extensionType: 'theme' }),
  });
  expect(tables.prompts.get('a.both')?.texts).toEqual([{ name: 'a.both.prompt', role: 'user', text: 'P' }]);
  expect(tables.prompts.get('a.both')?.warnings).toHaveLength(2);
  expect(tables.extensions.size).toBe(0);
  expect(problemsOf(tables).every((text) => text.startsWith('warning shenma:templates:a:both'))).toBe(true);
});

test('IDs that two keys share are the smaller key’s', () => {
  const tables = tablesOf({
    'shenma:templates:a:b': { name: 'colon', prompt: 'x' },
    'shenma:templates:a.b': { name: 'point', prompt: 'x' },
    'shenma:tools:a:b': toolRecord({ name: 'colon' }),
    'shenma:tools:a_b': toolRecord({ name: 'line' }),
    'shenma:tools:a-b': toolRecord({ name: 'dash' }),
  });
  expect(tables.prompts.get('a.b')?.record.name).toBe('point');
  expect(tables.tools.byId.get('a_b')?.record.name).toBe('colon');
  expect(tables.tools.byCallable.get('a_b')?.record.name).toBe('dash');
  expect(problemsOf(tables)).toHaveLength(3);
});

test('tools are called by a name without odd characters, small letters too where that is free, never by a word of templates', () => {
  const tables = tablesOf({
    'shenma:tools:Code:Find': toolRecord(),
    'shenma:tools:3d:my-tool': toolRecord(),
    'shenma:tools:print': toolRecord(),
    'shenma:tools:range': toolRecord(),
  });
  expect([...tables.tools.byCallable.keys()].sort()).toEqual(['Code_Find', '_3d_my_tool', 'code_find']);
  expect([...tables.tools.byId.keys()]).toHaveLength(4);
  expect(problemsOf(tables)).toHaveLength(2);
});

test('a template that calls a tool compiles as long as the tool is there', () => {
  const prompt = { 'shenma:templates:a:b': { name: 'b', prompt: 'x\n{{look 1}}' } };
  const without = tablesOf(prompt);
  expect(without.prompts.get('a.b')?.error).toMatchObject({ line: 2, column: 3, in: 0 });
  const withTool = tablesOf({ ...prompt, 'shenma:tools:look': toolRecord() }, without);
  expect(withTool.prompts.get('a.b')?.error).toBeUndefined();
  expect(tablesOf(prompt, withTool).prompts.get('a.b')?.error).toBeDefined();
});

test('records that did not change are not read again', () => {
  const records = { 'shenma:templates:a:b': { name: 'b', prompt: 'x' } };
  const first = tablesOf(records);
  const second = tablesOf({ ...records, 'shenma:templates:a:c': { name: 'c', prompt: 'x' } }, first);
  expect(second.prompts.get('a.b')).toBe(first.prompts.get('a.b'));
});

test('other tools are looked for in templates that fail or name them, and the others stay as they are', () => {
  const tools = new Map(['t', 'u'].map((name) => [`shenma:tools:${name}`, JSON.stringify(toolRecord({ name }))]));
  const prompts = { plain: 'x', calls: '{{t 1}}', wrong: '{{later 1}}', other: '{{u 1}}' };
  const template = new Map(
    Object.entries(prompts).map(([name, prompt]) => [`shenma:templates:a:${name}`, JSON.stringify({ name, prompt })]),
  );
  const before = buildTables({ extension: new Map(), template, tool: tools });
  expect([...before.prompts.values()].filter(({ error }) => error).map(({ id }) => id)).toEqual(['a.wrong']);
  tools.delete('shenma:tools:t');
  tools.set('shenma:tools:later', JSON.stringify(toolRecord({ name: 'later' })));
  const after = buildTables({ extension: new Map(), template, tool: tools }, before);
  expect([...after.prompts.values()].filter(({ error }) => error).map(({ id }) => id)).toEqual(['a.calls']);
  for (const id of ['a.plain', 'a.other']) expect(after.prompts.get(id)).toBe(before.prompts.get(id));
});
