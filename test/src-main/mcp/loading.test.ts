import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../../src-main/mcp');

test('the SDK is loaded at first use only: what is imported at the start is types', () => {
  const texts = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'));
  const imports = texts.flatMap((text) =>
    [...text.matchAll(/^import .*'@modelcontextprotocol\/.*$/gm)].map(([line]) => line),
  );
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
});
