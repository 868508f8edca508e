import { readFileSync } from 'node:fs';
import { lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTextFile, resolveLinkTarget, writeTextFile } from '#core/files/text-file';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test.each([0, 1, 999, 1000, 1001, 2000, 65_536, 99_999, 100_000])(
  'a text of %i bytes is read whole',
  async (length) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'text');
    const text = 'line\n'.repeat(length / 5 + 1).slice(0, length);
    await writeFile(path, text);
    expect(await readTextFile(path, 100_000)).toEqual({ state: 'text', text });
  },
);

test('a text with one byte more than it may have cannot be read', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'text');
  for (const most of [10, 100_000]) {
    await writeFile(path, 'x'.repeat(most + 1));
    expect(await readTextFile(path, most)).toMatchObject({ state: 'unreadable' });
  }
});

// Files of the kernel say that they are empty.
test.runIf(process.platform === 'linux')('a text that is longer than its file says is read whole', async () => {
  const path = '/proc/self/mountinfo';
  const text = readFileSync(path, 'utf8');
  expect(text.length).toBeGreaterThan(1000);
  expect(await readTextFile(path, 1_000_000)).toEqual({ state: 'text', text });
  expect(await readTextFile(path, 1500 > text.length ? 1000 : 1500)).toMatchObject({ state: 'unreadable' });
});

test('a text is written where links lead, also to a file that is not there yet', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await mkdir(at('real/inner'), { recursive: true });
  await symlink(at('real/inner'), at('linked'));
  // Out of the folder itself, not out of the link to it.
  await symlink('../second', at('real/inner/first'));
  await symlink('third', at('real/second'));
  await writeTextFile(at('linked/first'), 'text');
  expect(await readdir(folder.path)).toEqual(['linked', 'real']);
  expect(await readdir(at('real'))).toEqual(['inner', 'second', 'third']);
  expect((await lstat(at('real/second'))).isSymbolicLink()).toBe(true);
  expect(await readTextFile(at('linked/first'), 1000)).toEqual({ state: 'text', text: 'text' });
});

test('links that lead to each other are no way to a file', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await symlink('b', at('a'));
  await symlink('a', at('b'));
  expect(await resolveLinkTarget(at('a'))).toBe(at('a'));
});
