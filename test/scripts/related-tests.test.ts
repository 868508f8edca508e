import { expect, test } from 'vitest';
import { writeFiles } from '../support/js-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './script.ts';

const { relatedTests } = await script<{
  relatedTests(root: string, changed: readonly string[]): readonly string[];
}>('related-tests');

/** Text that imports a file; written in parts, so that this file imports nothing by it. */
const from = (name: string, what = 'import { a }') => `${what} ${'from'} '${name}';\n`;

test('a test is related to what it reaches by relative imports, names, dynamic imports and what is passed on', async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, {
    'package.json': { imports: { '#a': './src-main/a/index.ts', '#core/*': './src-main/core/*.ts' } },
    'src-main/a/index.ts': from('./deep.ts', 'export { a }'),
    'src-main/a/deep.ts': `export const a = await ${'import'}('./later.ts');`,
    'src-main/a/later.ts': from('#core/x'),
    'src-main/core/x.ts': 'export const a = 1;',
    'test/support/box.ts': from('../../src-main/a/deep.ts'),
    'test/a.test.ts': from('#a'),
    'test/box.test.tsx': from('./support/box.ts', 'import {\n  a,\n}'),
    'test/side.test.ts': `${'import'} '../src-main/core/x.ts';\n`,
    'test/types.test.ts': from('#a', 'import type { A }'),
    'test/other.test.ts': from('vitest'),
  });

  expect(relatedTests(folder.path, ['src-main/core/x.ts'])).toEqual([
    'test/a.test.ts',
    'test/box.test.tsx',
    'test/side.test.ts',
  ]);
  expect(relatedTests(folder.path, ['src-main/a/index.ts'])).toEqual(['test/a.test.ts']);
  expect(relatedTests(folder.path, ['test/other.test.ts', 'README.md'])).toEqual(['test/other.test.ts']);
});
