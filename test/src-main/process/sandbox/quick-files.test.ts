import { execFile } from 'node:child_process';
import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { QuickFiles } from '#process/sandbox/quick-files';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);
const LONG = 60_000;

describe.each([
  ['at once', LONG],
  ['through the pool', 0],
])('a look at files %s', (_way, mostHeldMs) => {
  it('lists a folder with the kinds of what is in it', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'below'));
    await writeFile(join(folder.path, 'file'), '');
    await symlink('below', join(folder.path, 'link'));
    const files = new QuickFiles(mostHeldMs);
    const found = (await files.entries(folder.path)).map((entry) => [
      entry.name,
      entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other',
    ]);
    expect(found.toSorted()).toEqual([
      ['below', 'folder'],
      ['file', 'file'],
      ['link', 'other'],
    ]);
  });

  it('tells how many names a file has, and of a link the link', async () => {
    await using folder = await temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    await writeFile(at('one'), '');
    await link(at('one'), at('two'));
    await symlink('one', at('link'));
    const files = new QuickFiles(mostHeldMs);
    expect((await files.status(at('one')))?.nlink).toBe(2);
    expect((await files.status(at('link')))?.isSymbolicLink()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'does not take a folder for empty for which no descriptor is free',
    async () => {
      await using folder = await temporaryFolder();
      await writeFile(join(folder.path, 'file'), '');
      const program = join(import.meta.dirname, '../../../fixtures/process/few-descriptors.ts');
      const script = 'ulimit -n 256; exec "$@"';
      const words = [process.execPath, '--import', 'tsx', program, String(mostHeldMs), folder.path];
      const { stdout } = await run('sh', ['-c', script, 'sh', ...words]);
      expect(stdout.trim()).toBe('EMFILE');
    },
  );

  it('takes what cannot be looked at for absent', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'file'), '');
    const files = new QuickFiles(mostHeldMs);
    expect(await files.entries(join(folder.path, 'none'))).toEqual([]);
    expect(await files.entries(join(folder.path, 'file'))).toEqual([]);
    expect(await files.status(join(folder.path, 'none'))).toBeUndefined();
    expect(await files.status(join(folder.path, 'file/below'))).toBeUndefined();
  });
});

it('looks through the pool once it has held up everything else for its time', async () => {
  await using folder = await temporaryFolder();
  const files = new QuickFiles(Number.MIN_VALUE);
  expect(files.entries(folder.path)).not.toBeInstanceOf(Promise);
  expect(files.entries(folder.path)).toBeInstanceOf(Promise);
  expect(files.status(folder.path)).toBeInstanceOf(Promise);
});
