import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const SOURCES = ['src-main', 'src-preload', 'src-renderer', 'scripts', 'resources', 'test', 'e2e']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))))
  .filter((path) => /\.(?:tsx?|mjs|py)$/.test(path) && path !== 'test/references.test.ts');

test('a decision is cited by the path of its record, which is there', () => {
  const paths = new Set(SOURCES.flatMap((path) => read(path).match(/docs\/decisions\/[\w-]+\.md/g) ?? []));
  expect(paths.size).toBeGreaterThan(5);
  expect([...paths].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('no comment cites a decision by a number, which nobody can follow', () => {
  const cited = SOURCES.filter((path) => /\bdecisions? \d|\/\*\* D\d+:/i.test(read(path)));
  expect(cited).toEqual([]);
});

test('records of decisions are numbered without a gap, and each is in the index', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => name !== 'README.md');
  const numbers = records.map((name) => Number(/^(\d{3})-[a-z-]+\.md$/.exec(name)?.[1]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(records.map((_, index) => index + 1));
  const index = read('docs/decisions/README.md');
  for (const name of records) {
    const [title = ''] = read(`docs/decisions/${name}`).split('\n');
    expect(index).toContain(`| ${name.slice(0, 3)} | [${title.replace(/^# \d{3}\. /, '')}](${name}) |`);
  }
});

test('every file that the architecture names as the place of a behaviour is there', () => {
  const [, section = ''] = read('docs/architecture.md').split('### Where a behaviour is decided');
  const paths = (section.split('\n## ')[0] ?? '').match(/src-(?:main|renderer)\/[\w./-]+/g) ?? [];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
