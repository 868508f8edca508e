import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MAX_LINES = 400;

test(`no file of tests has more than ${MAX_LINES} lines`, () => {
  const root = join(import.meta.dirname, '..');
  const files = ['test', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  );
  const tests = files.filter((name) => /\.(test|spec)\.tsx?$/.test(name));
  const long = tests.filter((name) => readFileSync(join(root, name), 'utf8').split('\n').length - 1 > MAX_LINES);

  expect(tests.length).toBeGreaterThan(500);
  expect(long).toEqual([]);
});
