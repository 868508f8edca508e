import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { earlyUses, spreadLiterals } from './support/composition.ts';
import { sourceFiles } from './support/source-imports.ts';

const ROOT = resolve(import.meta.dirname, '..');

const read = (file: string) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') });

const sources = sourceFiles('src-main/app').map(read);

describe('the composition is read from top to bottom', () => {
  test('nothing is used before it is declared, closures included', () => {
    const creating = sources.filter(({ file }) => basename(file).startsWith('create-'));
    expect(creating.length).toBeGreaterThan(20);
    expect(creating.flatMap(({ file, text }) => earlyUses(text).map((use) => `${file}:${use}`))).toEqual([]);
  });
});

test('properties stand in their object: no literal one is spread into another, or into an element', () => {
  const all = ['src-main', 'src-preload', 'src-renderer', 'test', 'e2e'].flatMap(sourceFiles).map(read);
  expect(all.length).toBeGreaterThan(3000);
  const perhaps = all.filter(({ text }) => /\.\.\.\(?\{/.test(text));
  expect(perhaps.flatMap(({ file, text }) => spreadLiterals(text).map((line) => `${file}:${line}`))).toEqual([]);
});

test.each([
  'const all = { ...{ one, two } };',
  'const all = {\n  ...({ one } as const),\n};',
  'const all = <Pane {...{ one }} />;',
])('%j spreads a literal', (text) => {
  expect(spreadLiterals(text)).toHaveLength(1);
});

test.each(['const all = { ...one, two };', 'const all = { ...(two && { two }) };', 'const all = [...[one, two]];'])(
  '%j spreads none',
  (text) => {
    expect(spreadLiterals(text)).toEqual([]);
  },
);

test.each([
  'function make() {\n  const one = () => two;\n  const two = 2;\n}',
  'function make() {\n  const one = { read: async () => ({ two }) };\n  const { two } = other();\n}',
  'function make() {\n  const one = () => new Two();\n  class Two {}\n}',
])('%j uses a name early', (text) => {
  expect(earlyUses(text)).toHaveLength(1);
});

test.each([
  'const one = () => two;\nconst two = 2;',
  'function make() {\n  const two = 2;\n  return () => two;\n}',
  'function make() {\n  const one = (two: number) => two;\n  const two = one(1);\n}',
  'function make() {\n  const one = { two: 1 }.two;\n  const two = one;\n}',
  'function make() {\n  return later();\n  function later() {}\n}',
])('%j uses none early', (text) => {
  expect(earlyUses(text)).toEqual([]);
});
