import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTextFile } from '#core/files/text-file';
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
