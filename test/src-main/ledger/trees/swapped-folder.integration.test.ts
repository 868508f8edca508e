import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { watchedFolder } from '../../../support/watched-folder.ts';

const SWAPPER = join(import.meta.dirname, '../../../fixtures/files/swap-folder-and-link.cjs');
const LOOKS = process.env.SIGMA_TEST_LONG === '1' ? 1000 : 40;

test('a folder that becomes a link while it is looked at never leads elsewhere', async () => {
  await using world = await watchedFolder();
  await using elsewhere = await temporaryFolder();
  await writeFile(join(elsewhere.path, 'secret'), 'of another folder');
  await mkdir(world.inside('folder'));
  for (let n = 0; n < 30; n++) await world.write(`folder/f${n}`, String(n));
  const args = [SWAPPER, world.inside('folder'), world.inside('aside'), elsewhere.path];
  const swapper = spawn(process.execPath, args, { stdio: 'ignore' });
  const seen = new Set<string>();
  try {
    await once(swapper, 'spawn');
    for (let n = 0; n < LOOKS; n++) {
      const { changes } = await world.watch.after(await world.watch.before('test'));
      for (const { path } of changes) seen.add(path);
    }
  } finally {
    swapper.kill('SIGKILL');
  }
  // It was swapped while it was looked at, and nobody took the link for the folder.
  expect(seen.size).toBeGreaterThan(0);
  expect([...seen].filter((path) => path.endsWith('/secret'))).toEqual([]);
  const secret = createHash('sha256').update('of another folder').digest('hex');
  expect(await world.ledger.content.has(secret)).toBe(false);
});
