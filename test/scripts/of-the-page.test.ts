import { expect, test } from 'vitest';
import { importedFile, importsOf, sourceFiles } from '../support/source-imports.ts';
import { script } from './script.ts';

const { OF_THE_PAGE } = await script<{ readonly OF_THE_PAGE: RegExp }>('of-the-page');

test('npm run check leaves out the tests of the page only where no import of theirs leads', () => {
  const reached = new Set(sourceFiles('test/src-renderer'));
  for (const file of reached) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const one of importsOf(file)) {
      const target = importedFile(one);
      if (target !== undefined) reached.add(target);
    }
  }

  expect(reached.size).toBeGreaterThan(1000);
  expect([...reached].filter((file) => !OF_THE_PAGE.test(file))).toEqual([]);
});
