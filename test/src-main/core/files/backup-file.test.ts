import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUpFile } from '#core/files/backup-file';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const NOW = new Date('2026-01-02T03:04:05Z');

test('whoever keeps a file aside in the same moment gives it a name of their own', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'file.yaml');
  await writeFile(path, 'broken');
  const kept = await Promise.all([backUpFile(path, NOW), backUpFile(path, NOW), backUpFile(path, NOW)]);
  expect(kept.toSorted()).toEqual(
    ['-2.yaml', '-3.yaml', '.yaml'].map((end) => join(folder.path, `file.broken-2026-01-02T03-04-05${end}`)),
  );
  for (const name of kept) expect(await readFile(name, 'utf8')).toBe('broken');
});
