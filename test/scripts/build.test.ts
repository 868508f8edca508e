import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './script.ts';

const { hashOfSources, isBuilt } = await script<{
  hashOfSources(root: string): string;
  isBuilt(root: string): boolean;
}>('build');

async function builtCheckout(path: string): Promise<string> {
  for (const name of ['src-main', 'src-preload', 'src-renderer', 'out', 'scripts']) await mkdir(join(path, name));
  for (const name of [
    'ascii-only.ts',
    'code-cache.mjs',
    'compiled-scripts.mjs',
    'js-host-cache.mjs',
    'late-chunks.ts',
    'late-folders.ts',
  ]) {
    await writeFile(join(path, 'scripts', name), name);
  }
  for (const name of ['package.json', 'package-lock.json', 'electron.vite.config.ts', 'tsconfig.base.json']) {
    await writeFile(join(path, name), name);
  }
  const source = join(path, 'src-main', 'a.ts');
  await writeFile(source, 'export {}');
  await writeFile(join(path, 'out', '.built-from'), hashOfSources(path));
  return source;
}

test('what was built is built until a source has other content, whatever its time', async () => {
  await using folder = await temporaryFolder();
  const source = await builtCheckout(folder.path);
  expect(isBuilt(folder.path)).toBe(true);

  await utimes(source, 1, 1);
  expect(isBuilt(folder.path)).toBe(true);
  await writeFile(source, 'export const a = 1');
  expect(isBuilt(folder.path)).toBe(false);
});

test('a new source, or a lock file that changed, asks for a build', async () => {
  await using folder = await temporaryFolder();
  await builtCheckout(folder.path);
  await writeFile(join(folder.path, 'src-renderer', 'b.tsx'), '');
  expect(isBuilt(folder.path)).toBe(false);

  await using other = await temporaryFolder();
  await builtCheckout(other.path);
  await writeFile(join(other.path, 'package-lock.json'), 'other');
  expect(isBuilt(other.path)).toBe(false);
});
