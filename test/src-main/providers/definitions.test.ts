import { expect, test } from 'vitest';
import { definitionsDifference, definitionsOf } from '../../../src-main/providers/definitions.ts';
import { CallLog } from '../../../src-main/tools/served/call-log.ts';
import { callSubject, callWarnings, humanName } from '../../../src-main/tools/served/call-subject.ts';
import { resultContent } from '../../../src-main/tools/served/result-content.ts';
import { StderrTail } from '../../../src-main/tools/served/stderr-tail.ts';
import { visibleText } from '../../../src-main/tools/served/visible.ts';

const tool = (name: string, description = '', parameters = {}) => ({ name, description, parameters });

test('the hash is that of the tools, in whatever order they and their keys come', () => {
  const one = definitionsOf([tool('a', 'x', { type: 'object', properties: {} }), tool('b')], 9);
  const other = definitionsOf([tool('b'), tool('a', 'x', { properties: {}, type: 'object' })], 9);
  expect(other.hash).toBe(one.hash);
  expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(definitionsOf([tool('a', 'y'), tool('b')], 9).hash).not.toBe(one.hash);
});

test('the order of a list counts', () => {
  const of = (values: string[]) => definitionsOf([tool('a', '', { type: 'object', required: values })], 9).hash;
  expect(of(['x', 'y'])).not.toBe(of(['y', 'x']));
});

test.each([
  ['two of one name', [tool('a'), tool('a')], 'is declared twice'],
  ['a name with a blank', [tool('a b')], 'has a name that is not'],
  ['a book', [tool('a', 'x'.repeat(60_000))], 'has a description of 60000 characters'],
  ['a list', [tool('a', '', { type: 'array' })], 'has a schema that must describe an object'],
])('%s is refused whatever link brings it', (_, declared, words) => {
  expect(() => definitionsOf(declared, 9)).toThrow(words);
});

test('a difference is lines with their signs, cut where it gets long', () => {
  expect(definitionsDifference('a\nb\nc', 'a\nx\nc')).toBe(' a\n-b\n+x\n c');
  expect(definitionsDifference('', 'x\n'.repeat(20), 5)).toMatch(/ … 1[5-9] more lines$/);
});

test('hidden characters are taken out, emoji stay', () => {
  expect(visibleText('a\u200bb\u202ec 👩‍💻 d\u{e0041}')).toBe('abc 👩‍💻 d');
});

test.each([
  ['getHTTPResponse', 'get http response'],
  ['get_weather-now', 'get weather now'],
  ['___', '___'],
  ['look', 'look'],
])('%s is read as %s', (name, words) => {
  expect(humanName(name)).toBe(words);
});

test('the question shows each value with its place', () => {
  const args = { place: { city: 'x', days: [1, { n: null }] }, empty: {}, on: true };
  expect(callSubject('p', tool('look', 'Looks'), JSON.stringify(args)).arguments).toEqual([
    { path: 'place.city', text: 'x' },
    { path: 'place.days[0]', text: '1' },
    { path: 'place.days[1].n', text: 'null' },
    { path: 'empty', text: '{}' },
    { path: 'on', text: 'true' },
  ]);
  expect(callSubject('p', tool('look'), '{}').arguments).toEqual([]);
  const all = Array.from({ length: 1000 }, () => 'x'.repeat(30_000));
  const many = callSubject('p', tool('look'), JSON.stringify({ all }));
  expect(many.arguments).toHaveLength(201);
  expect(many.arguments.at(-1)?.text).toBe('800 more values');
  expect(many.arguments[0]?.text).toContain('(30000 characters)');
});

test('the question shows whole numbers with all the digits that the program is given', () => {
  const sent = '{"id":1234567890123456789,"of":[0.12345678901234567890,1e400,-7],"text":"1e400 1234567890123456789"}';
  expect(callSubject('p', tool('look'), sent).arguments).toEqual([
    { path: 'id', text: '1234567890123456789' },
    { path: 'of[0]', text: '0.12345678901234568' },
    { path: 'of[1]', text: '1e400' },
    { path: 'of[2]', text: '-7' },
    { path: 'text', text: '1e400 1234567890123456789' },
  ]);
});

test('characters that do not show in arguments are a danger, written out or escaped', () => {
  expect(callWarnings(tool('look'), '{"a":"x\u202e"}')).toMatchObject([
    { level: 'danger', text: expect.stringContaining('U+202E') },
  ]);
  expect(callWarnings(tool('look'), '{"a":"x\\u202e"}')).toMatchObject([{ level: 'danger' }]);
  expect(callWarnings(tool('look'), '{"a":"x\\n"}')).toEqual([]);
  expect(callWarnings({ ...tool('look'), isReadOnly: true }, '{}')).toMatchObject([{ level: 'note' }]);
});

test('a very long result is cut in its middle, and says how much', () => {
  const text = resultContent('a'.repeat(300_000));
  expect(text).toContain('[… 100000 characters were left out …]');
  expect(text.length).toBeLessThan(201_000);
});

test('of diagnostics the last 256 KiB stay and the rest is counted', () => {
  using tail = new StderrTail();
  for (let n = 0; n < 100; n++) tail.add(`${String(n).padStart(5, '0')}${'x'.repeat(9_995)}`);
  tail.flush();
  const { text, droppedBytes } = tail.live.value;
  expect(text.length).toBe(256 * 1024);
  expect(droppedBytes).toBe(1_000_000 - 256 * 1024);
  expect(text.endsWith(`00099${'x'.repeat(9_995)}`)).toBe(true);
});

test('what is cut of a long text is never half of a character', () => {
  const smiles = `a${'😀'.repeat(150_000)}b`;
  const content = resultContent(smiles);
  expect(content.isWellFormed()).toBe(true);
  expect(content).toContain('😀\n[… 100004 characters were left out …]\n😀');
  const [shown] = callSubject('p', tool('look'), JSON.stringify({ a: smiles })).arguments;
  expect(shown?.text.isWellFormed()).toBe(true);
  const calls = new CallLog();
  calls.add({ at: 1, tool: 'look', arguments: smiles, content: smiles, durationMs: 1, outcome: 'done' });
  expect(calls.live.value.map((call) => call.arguments.isWellFormed() && call.content.isWellFormed())).toEqual([true]);
});
