import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Case, comparing, whatIsWrong } from '../../conformance/compare-cases.ts';
import { guardAlias } from '../../conformance/guard-alias.ts';
import { guardPipeline } from '../../conformance/guard-pipeline.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/guard');
const casesIn = (name: string): Case[] => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

test.each([
  ['alias-cases.json', guardAlias, 75],
  ['pipeline-cases.json', guardPipeline, 90],
] as const)('all of %s come out as they should', async (name, suite, least) => {
  const cases = casesIn(name);
  expect(cases.length).toBeGreaterThan(least);
  expect(await suite(cases, () => {})).toEqual({ passed: cases.length, skipped: 0, failures: [] });
});

test.each([
  [{ expected: { a: 1, b: 2 } }, { b: 2, a: 1 }, true],
  [{ expected: { a: 1 } }, { a: 1, b: 2 }, false],
  [{ expected: { a: 1 }, recommended: { b: 2 } }, { b: 2, c: 3 }, true],
  [{ expected: { a: 1 }, recommended: { b: 2 } }, { a: 1 }, false],
  [{ expected: { a: 1 }, recommended: null }, null, true],
  [{ expected: { a: 1 }, recommended: null }, { a: 1 }, false],
])('a case %j with the answer %j is right: %j', (wanted, got, isRight) => {
  expect(whatIsWrong({ name: 'a case', input: {}, ...wanted }, got) === undefined).toBe(isRight);
});

test('a case whose answer throws has failed, and the others are still run', async () => {
  const suite = comparing((input) => {
    if (input === 'bad') throw new Error('no');
    return input;
  });
  const cases = [
    { name: 'one', input: 'bad', expected: 'bad' },
    { name: 'two', input: 'good', expected: 'good' },
  ];
  const { passed, failures } = await suite(cases, () => {});
  expect([passed, failures]).toEqual([1, [expect.stringContaining('one')]]);
});
