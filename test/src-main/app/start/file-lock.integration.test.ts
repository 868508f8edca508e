import { spawnSync } from 'node:child_process';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acquireLock } from '#app/start/file-lock';
import { ROOT } from '../../../support/built-host.ts';
import { hasStrace, runTraced } from '../../../support/strace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const PROGRAM = join(ROOT, 'test', 'fixtures', 'app', 'take-a-lock.ts');

/** FAT, exFAT, some network and container file systems have no hard links; each says so in its own way. */
const WITHOUT_LINKS = ['EPERM', 'EOPNOTSUPP', 'ENOSYS'];

async function takeWithoutLinks(path: string, count: number, error = 'EPERM'): Promise<readonly string[]> {
  const inject = ['-o', '/dev/null', '-e', `inject=link,linkat:error=${error}`];
  const { stdout, stderr } = await runTraced(PROGRAM, [path, String(count)], inject);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe.skipIf(!hasStrace)(
  'a lock where there are no hard links (skipped where strace is missing or forbidden)',
  () => {
    test.each(WITHOUT_LINKS)('is held by exactly one of twenty that start at once (%s)', async (error) => {
      await using folder = await temporaryFolder();
      const path = join(folder.path, 'host.lock');
      const kinds = await takeWithoutLinks(path, 20, error);

      expect([...kinds].sort()).toEqual([...Array.from({ length: 19 }, () => 'elsewhere'), 'held']);
      expect(await readdir(folder.path)).toEqual(['host.lock']);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    });

    test('is taken over from a dead process by exactly one of twenty', async () => {
      await using folder = await temporaryFolder();
      const path = join(folder.path, 'host.lock');
      const { pid } = spawnSync(process.execPath, ['-e', '']);
      await writeFile(path, JSON.stringify({ pid, nonce: 'abc', socket: 'x' }));
      const kinds = await takeWithoutLinks(path, 20);

      expect(kinds.filter((kind) => kind === 'held')).toHaveLength(1);
      expect(kinds.filter((kind) => kind !== 'held' && kind !== 'elsewhere')).toEqual([]);
      expect(await readdir(folder.path)).toEqual(['host.lock']);
    });
  },
);

test('a lock that is still being written is waited for, and one that never was written is taken over', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'host.lock');
  await writeFile(path, '');
  const waiting = acquireLock({ path, socket: 'unused', answers: async () => true });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await writeFile(path, JSON.stringify({ pid: process.pid, nonce: 'abc', socket: 'x' }));
  expect(await waiting).toMatchObject({ kind: 'elsewhere', holder: { nonce: 'abc' } });

  await writeFile(path, '');
  await utimes(path, 1, 1);
  const startedAt = Date.now();
  expect((await acquireLock({ path, socket: 'unused', answers: async () => true })).kind).toBe('held');
  expect(Date.now() - startedAt).toBeLessThan(1000);
});
