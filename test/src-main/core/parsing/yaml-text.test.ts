import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { setInYaml } from '#core/parsing/edit-yaml';
import { readYaml } from '#core/parsing/yaml-text';
import { cpuMsOf } from '../../../support/time-taken.ts';

test.each([
  ['open brackets', '['.repeat(900_000)],
  ['brackets closed in comments', '[ # ]\n'.repeat(150_000)],
  ['brackets closed in quotes', '["]",\n'.repeat(150_000)],
  ['maps in maps', '{a: '.repeat(200_000)],
  ['dashes', '- '.repeat(450_000)],
  ['question marks', '? '.repeat(450_000)],
  ['dashes with anchors', '- &a '.repeat(150_000)],
  ['indentation', Array.from({ length: 1300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['keys in brackets', '[? '.repeat(200_000)],
])('a megabyte of %s is refused before it is parsed, quickly', (_, text) => {
  const started = performance.now();
  expect(readYaml(`p: 1\nq: ${text}`).problems).not.toEqual([]);
  expect(readYaml(text).problems[0]?.message).toContain('deep');
  expect(performance.now() - started).toBeLessThan(2000);
});

test.each([
  ['each of its own anchor', (at: number) => `a${at}: &a${at} x\nb${at}: *a${at}\n`],
  ['in a chain', (at: number) => `a${at}: &a${at} [*a${Math.max(0, at - 1)}, *a${Math.max(0, at - 1)}]\n`],
])('a file of thousands of aliases, %s, is refused before it is parsed', (_, line) => {
  const text = Array.from({ length: 5000 }, (_unused, at) => line(at)).join('');
  let message: string | undefined;
  expect(cpuMsOf(() => (message = readYaml(text, 100).problems[0]?.message))).toBeLessThan(2000);
  expect(message).toBe('The file has too many aliases to be read');
});

test('some hundred aliases are read, and stars in text are none', () => {
  const shared = Array.from({ length: 300 }, (_, at) => `a${at}: &a${at} x\nb${at}: *a${at}\n`).join('');
  const text = `${shared}text: |\n${'  *x *y\n'.repeat(20_000)}plain: a ${'*b '.repeat(20_000)}\n`;
  const { problems, value } = readYaml(text);
  expect(problems).toEqual([]);
  expect(value).toMatchObject({ b299: 'x' });
});

test('brackets and dashes in text are no nesting', () => {
  const prompt = `${'['.repeat(500)} ${'- '.repeat(500)}`;
  const text = `plain: a${prompt}\nquoted: "${prompt}"\nblock: |\n  ${prompt}\n${' '.repeat(400)}x\n`;
  const { value, problems } = readYaml(text);
  expect(problems).toEqual([]);
  expect(value).toMatchObject({ quoted: prompt });
});

test('a long line of small maps, and a long list, are no nesting', () => {
  const line = `{${Array.from({ length: 300 }, (_, index) => `k${index}: {a: [1, -1]}`).join(', ')}}`;
  expect(readYaml(`${line}\n`).problems).toEqual([]);
  expect(readYaml('a: 1\n'.concat('- ')).problems).not.toEqual([]);
});

test('lines are found for keys of every spelling, and the parent’s where there is no such key', () => {
  const { lineOf } = readYaml('# x\n"a":\n  4: {b: 1}\n');
  expect(lineOf(['a'])).toEqual({ line: 2 });
  expect(lineOf(['a', '4', 'b'])).toEqual({ line: 3 });
  expect(lineOf(['a', '4', 'c'])).toEqual({ line: 3 });
  expect(lineOf(['z'])).toEqual({});
});

test('what is set is read back, and nothing beside it changes', () => {
  const name = fc.constantFrom('a', 'b', '4', 'true', 'x y', '__proto__');
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
  const file = fc.dictionary(name, fc.dictionary(name, leaf, { noNullPrototype: true }), { noNullPrototype: true });
  fc.assert(
    fc.property(file, name, name, fc.option(leaf, { nil: undefined }), (before, section, key, value) => {
      const { document } = readYaml(parseDocument(JSON.stringify(before)).toString());
      setInYaml(document, [section, key], value);
      const expected = new Map(Object.entries(before).map(([one, entries]) => [one, new Map(Object.entries(entries))]));
      if (value === undefined) expected.get(section)?.delete(key);
      else expected.set(section, new Map(expected.get(section)).set(key, value));
      const after = Object.entries(readYaml(document.toString()).value as Record<string, Record<string, unknown>>);
      expect(new Map(after.map(([one, entries]) => [one, new Map(Object.entries(entries))]))).toEqual(expected);
    }),
    { numRuns: process.env.SIGMA_TEST_LONG === '1' ? 5000 : 100 },
  );
});
