import { expect, test } from 'vitest';
import { repairArguments } from '../../../src-main/guard/argument-aliases/repair-arguments.ts';
import { tableOf } from '../../../src-main/guard/argument-aliases/table-of.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

function repaired(parameters: Readonly<Record<string, unknown>>, args: unknown) {
  const result = repairArguments(
    { table: tableOf('of_a_provider', parameters), tool: 'of_a_provider', parameters },
    args,
  );
  return 'problem' in result ? result.problem : result.arguments;
}

const closed = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const open = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

test('a tool of a provider whose arguments are called as ours is repaired as ours', () => {
  const read = closed({ path: text, offset: whole, limit: whole }, ['path']);
  expect(repaired(read, { file_path: 'a', start_line: '3', lines: '5', colour: 1 })).toEqual({
    path: 'a',
    offset: 3,
    limit: 5,
  });
  const write = closed({ path: text, content: text });
  expect(repaired(write, { file: 'a', file_content: 'x' })).toEqual({ path: 'a', content: 'x' });
  const run = closed({ command_line: text, working_dir: text });
  expect(repaired(run, { cmd: 'ls', cwd: '/' })).toEqual({ command_line: 'ls', working_dir: '/' });
});

test('so is its list of edits', () => {
  const items = closed({ oldText: text, newText: text });
  const edit = closed({ path: text, edits: { type: 'array', items } }, ['path', 'edits']);
  const wanted = { path: 'a', edits: [{ oldText: 'x', newText: 'y' }] };
  expect(repaired(edit, { file: 'a', old_string: 'x', new_string: 'y' })).toEqual(wanted);
  expect(repaired(edit, { path: 'a', edits: '[{"search":"x","replace":"y"}]' })).toEqual(wanted);
});

test('an argument that the tool has itself is never another name of one', () => {
  const search = closed({ path: text, target: text, from: text, offset: whole });
  expect(repaired(search, { target: 'a', from: 'b' })).toEqual({ target: 'a', from: 'b' });
});

test('where the schema takes any key, only what the call cannot do without is filled in, and nothing dropped', () => {
  const any = open({ path: text, limit: whole }, ['path']);
  expect(repaired(any, { file: 'a', count: 5, extra: 1 })).toEqual({ path: 'a', count: 5, extra: 1 });
  expect(repaired(any, { path: 'a', file: 'b' })).toEqual({ path: 'a', file: 'b' });
  expect(repaired(open({ path: text }), { file: 'a' })).toEqual({ file: 'a' });
});

test('arguments that mean something only beside another are left alone without it', () => {
  expect(repaired(closed({ limit: whole, query: text }), { query: 'x', limit: 3 })).toEqual({ query: 'x', limit: 3 });
  expect(tableOf('search', closed({ limit: whole, query: text })).fields).toEqual([]);
  expect(tableOf('post', closed({ content: text })).fields).toEqual([]);
});

test('a limit that the tool takes as text stays text', () => {
  expect(repaired(closed({ path: text, limit: text }), { path: 'a', limit: '5' })).toEqual({ path: 'a', limit: '5' });
});

test.each(['patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref'])('keys stay where %s may know them', (keyword) => {
  const parameters = { ...closed({ path: text }), [keyword]: keyword === 'patternProperties' ? {} : [] };
  expect(repaired(parameters, { path: 'a', extra: 1 })).toEqual({ path: 'a', extra: 1 });
});

test('unknown keys are dropped at every level that refuses them', () => {
  const place = closed({ city: text });
  const parameters = closed({ place, days: { type: 'array', items: place }, more: open({ city: text }) });
  const args = { place: { city: 'a', x: 1 }, days: [{ city: 'b', y: 2 }], more: { city: 'c', z: 3 } };
  expect(repaired(parameters, args)).toEqual({
    place: { city: 'a' },
    days: [{ city: 'b' }],
    more: { city: 'c', z: 3 },
  });
});

test.each([
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, '10'],
  [{ enum: ['10', '20'] }, '10'],
  [{ $ref: '#/$defs/cursor' }, '007'],
  [{ type: ['string', 'integer'] }, '10'],
  [{}, '10'],
  [{ type: ['integer', 'null'] }, 10],
  [{ type: 'number' }, 10],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }, 10],
])('a text for an offset of %j is %j: it is a number where the tool takes no text', (offset, expected) => {
  const read = { ...closed({ path: text, offset }, ['path']), $defs: { cursor: text } };
  expect(repaired(read, { path: 'a', offset: expected === '007' ? '007' : '10' })).toEqual({
    path: 'a',
    offset: expected,
  });
});

test.each([{ patternProperties: { '^o': {} } }, { allOf: [{ properties: { old: {} } }] }])(
  'a key that %j may know is not taken for another spelling of what is given',
  (more) => {
    const replace = { ...closed({ path: text, oldText: text, newText: text }, ['oldText', 'newText']), ...more };
    const args = { path: 'a', oldText: 'x', newText: 'y', old: 3 };
    expect(repaired(replace, args)).toEqual(args);
    expect(repaired(replace, { path: 'a', old_str: 'x', newText: 'y' })).toEqual({
      path: 'a',
      oldText: 'x',
      newText: 'y',
    });
  },
);
