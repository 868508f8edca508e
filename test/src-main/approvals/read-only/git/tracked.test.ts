import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trackedIn } from '../../../../../src-main/approvals/read-only/git/tracked.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const HASH_BYTES = 20;

test('an index that is a FIFO is not waited for', async () => {
  await using folder = await temporaryFolder();
  execFileSync('mkfifo', [join(folder.path, 'index')]);
  expect(await trackedIn(folder.path, HASH_BYTES)).toBeUndefined();
});

test('no index has no names, and one that git did not write is not known', async () => {
  await using folder = await temporaryFolder();
  expect(await trackedIn(folder.path, HASH_BYTES)).toEqual({ names: [], repositories: [] });
  await writeFile(join(folder.path, 'index'), 'DIRC and nothing else that would be one');
  expect(await trackedIn(folder.path, HASH_BYTES)).toBeUndefined();
});
