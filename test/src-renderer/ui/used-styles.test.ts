import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../src-renderer');
const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:tsx?|css)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const withoutComments = (css: string) => css.replace(/\/\*.*?\*\//gs, '');

/** Classes that the selectors of a sheet name, at-rules apart. */
function classesOf(css: string): readonly string[] {
  const selectors = [
    ...withoutComments(css)
      .replace(/"[^"]*"/g, '')
      .matchAll(/([^{};@]+)\{/g),
  ].map(([, selector = '']) => selector);
  return [...new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z]\w*)/gi)].map(([, name]) => name)))]
    .filter((name) => name !== undefined)
    .filter((name) => !selectors.some((selector) => selector.includes(`:global(.${name}`)));
}

/** Classes of a sheet that no file names which imports or composes it; none where one makes names as it runs. */
function unusedIn({ path, text }: (typeof FILES)[number]): readonly string[] {
  const importers = FILES.filter((one) => one.path !== path && one.text.includes(`/${basename(path)}`));
  if (importers.some((one) => /\bstyles\[/.test(one.text))) return [];
  const said = [...importers.map((one) => one.text), ...(withoutComments(text).match(/composes: [\w ]+;/g) ?? [])];
  return classesOf(text)
    .filter((name) => !said.some((one) => new RegExp(`\\b${name}\\b`).test(one)))
    .map((name) => `${path} .${name}`);
}

test('each class of a sheet is used', () => {
  const sheets = FILES.filter(({ path }) => path.endsWith('.module.css'));
  expect(sheets.length).toBeGreaterThan(100);
  expect(sheets.flatMap(unusedIn)).toEqual([]);
});
