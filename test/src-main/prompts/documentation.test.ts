import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PromptSettings } from '#contract';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const TEXT = readFileSync(join(ROOT, 'docs', 'prompts.md'), 'utf8');

/** Dotted keys with their values. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

test('the table of settings has every key that there is, with its default', () => {
  const section = TEXT.slice(TEXT.indexOf('## Settings'));
  const rows = [...section.matchAll(/^\| `([\w.]+)` \| (?:`([^`]*)`)? ?\|/gm)].map(([, key, value]) => [key, value]);
  const defaults = leaves(PromptSettings.parse({})).map(([key, value]) => [key, shown(value)]);
  const known = [...defaults, ['tools.base_url', undefined]];
  const sorted = (list: unknown[][]) => list.map((row) => row.join(' ')).sort();
  expect(sorted(rows)).toEqual(sorted(known));
});

test('the files it leads to are there', () => {
  const targets = [...TEXT.matchAll(/\]\((\.\.\/[^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(0);
  for (const target of targets) expect(() => readFileSync(join(ROOT, 'docs', target))).not.toThrow();
});
