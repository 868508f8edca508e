import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '..');
const GITHUB = join(ROOT, '.github');
const files = readdirSync(GITHUB, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.yml'));

test.each(files)('%s is YAML of an object', (name) => {
  expect(parse(readFileSync(join(GITHUB, name), 'utf8'))).toEqual(expect.any(Object));
});

test('every action is named by a commit, with its version beside it', () => {
  const lines = files.flatMap((name) => readFileSync(join(GITHUB, name), 'utf8').match(/^.*\buses: .*$/gm) ?? []);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test('the Node of .nvmrc is one that the package allows and the workflows use', () => {
  const major = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim();
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(engines.node).toMatch(new RegExp(`^>=${major}\\.`));
  expect(readFileSync(join(GITHUB, 'workflows/ci.yml'), 'utf8')).toContain(`node-version: ${major}\n`);
});
