import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, 'support');

test('test/support/README.md says of each helper what to take it for, and of no other', () => {
  const helpers = readdirSync(FOLDER).filter((name) => /\.tsx?$/.test(name));
  const rows = readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| (`.+`) \| .+ \|$/gm);
  const described = [...rows].flatMap(([, names = '']) => names.split(', ').map((name) => name.slice(1, -1)));

  expect(described.sort()).toEqual(helpers.map((name) => parse(name).name).sort());
});
