import { execFileSync } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newJsPackage } from '../../../../src-main/providers/js-package/new-package.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const write = newJsPackage(join(ROOT, 'resources', 'sample-provider-ts'));

test('a new TypeScript tool is a package of that name that compiles, with declarations', async () => {
  await using folder = await temporaryFolder();
  const { path } = await write(folder.path, 'my-tools');
  expect(path).toBe(join(folder.path, 'my-tools'));
  expect(JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))).toMatchObject({
    name: 'my-tools',
    types: 'dist/index.d.ts',
  });
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  execFileSync(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')], { cwd: path });
  const built: { now(): string; largestFiles(a: object): Promise<{ path: string }[]> } = await import(
    join(path, 'dist', 'index.js')
  );
  expect(built.now()).toMatch(/\d{4}/);
  expect(await built.largestFiles({ folder: path, kind: 'text', count: 1 })).toEqual([
    { path: expect.stringMatching(/\.(md|json)$/), bytes: expect.any(Number) },
  ]);
  expect(await readFile(join(path, 'dist', 'index.d.ts'), 'utf8')).toContain("kind?: 'text' | 'image' | 'any'");
});

test('nothing that is there is written over', async () => {
  await using folder = await temporaryFolder();
  await write(folder.path, 'once');
  await expect(write(folder.path, 'once')).rejects.toMatchObject({ code: 'CONFLICT' });
});

test.each(['', '../up', 'A', 'a b', '.hidden', 'a/b'])('%j cannot be the name of a package', async (name) => {
  await using folder = await temporaryFolder();
  await expect(write(folder.path, name)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
