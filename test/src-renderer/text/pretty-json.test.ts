import { expect, test } from 'vitest';
import { prettyJson } from '../../../src-renderer/text/pretty-json.ts';

test.each([
  '{}',
  '[]',
  ' [ ] ',
  '"a text, {with} [marks]: \\"quoted\\" \\\\"',
  'true',
  '{"a":[1,{"b":[]},{}],"c":{"d":null},"e f":"\\u4e2d\\n"}',
  '[[],[[1]],-1.5]',
])('%j is set out as JSON.stringify does', (json) => {
  expect(prettyJson(json)).toBe(JSON.stringify(JSON.parse(json), undefined, 2));
});

test('what JavaScript has no number for stays as it is written', () => {
  const json = '[\n  12345678901234567890,\n  1e999,\n  -0,\n  1.0\n]';
  expect(prettyJson(json)).toBe(json);
});

test('a name that is there twice stays there twice', () => {
  expect(prettyJson('{"a":1,"a":2}')).toBe('{\n  "a": 1,\n  "a": 2\n}');
});

test('what is no JSON stays as it is', () => {
  expect(prettyJson('{"a": }')).toBe('{"a": }');
});

test('a text of many megabytes is set out, too', () => {
  const json = JSON.stringify({ a: `${'é'.repeat(12_000_000)}\n` });
  expect(prettyJson(json)).toHaveLength(json.length + 5);
});
