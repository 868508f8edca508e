import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storageCommand } from '../../../../src-main/cli/storage/storage.ts';
import { parseStorageArguments } from '../../../../src-main/cli/storage/storage-arguments.ts';
import { type PhiEngine, phiEngine } from '../../../support/phi-engine.ts';

async function sigmaStorage({ api }: PhiEngine, words: string, answer?: boolean) {
  const parsed = parseStorageArguments(words.split(' ').filter((word) => word !== ''));
  if ('said' in parsed) return { exitCode: parsed.exitCode, stdout: '', stderr: parsed.said };
  const said = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (said[name] += text) });
  const exitCode = await storageCommand({
    parsed,
    stdout: into('stdout'),
    stderr: into('stderr'),
    ...(answer !== undefined && { ask: async () => answer }),
    open: async () => ({ api, joined: undefined, [Symbol.asyncDispose]: async () => {} }),
  });
  return { exitCode, ...said };
}

test('sigma storage lists what is kept, and sweep removes what nothing refers to after a yes', async () => {
  await using phi = await phiEngine();
  const { id } = await phi.api.sessions.create({ title: 'Not needed \x1b[2J any more' });
  await phi.api.sessions.remove({ session: id });
  const listed = await sigmaStorage(phi, '');
  expect(listed.exitCode).toBe(0);
  expect(listed.stdout).toMatch(/Records of deleted sessions \(1\)/);
  expect(JSON.parse((await sigmaStorage(phi, '--json')).stdout)).toContainEqual(
    expect.objectContaining({ kind: 'session', count: 1 }),
  );

  const dry = await sigmaStorage(phi, 'sweep --dry-run');
  expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
  expect(dry.stdout).toMatch(/Not needed .* any more, 0 days old\. You deleted this session/);
  expect(dry.stdout).not.toContain('\x1b');
  expect((await sigmaStorage(phi, 'sweep --older-than 1d')).stdout).toMatch(/^Nothing can be removed/);
  expect(await sigmaStorage(phi, 'sweep')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('add --yes') });
  expect(await sigmaStorage(phi, 'sweep', false)).toMatchObject({ exitCode: 1, stderr: 'Nothing was removed\n' });
  const trash = join(phi.home.dataFolder, 'ledger', 'trash');
  expect(await readdir(trash)).toHaveLength(1);

  expect(await sigmaStorage(phi, 'sweep --yes')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/Removed 1, /),
    stderr: '',
  });
  expect(await readdir(trash)).toEqual([]);
  expect(await phi.events('retention.swept')).toHaveLength(1);
  expect(await phi.events('retention.ended')).toHaveLength(1);
});

test('sigma storage says what is wrong with its words', () => {
  for (const words of ['fly', 'sweep --older-than soon', 'sweep --until much', 'sweep --json', '--dry-run'])
    expect(parseStorageArguments(words.split(' ')), words).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('Usage:'),
    });
  expect(parseStorageArguments(['--help'])).toMatchObject({ exitCode: 0 });
  expect(parseStorageArguments(['sweep', '--older-than', '30d', '--until=1.5GB'])).toEqual({
    verb: 'sweep',
    olderThanDays: 30,
    untilBytes: 1_500_000_000,
    isDryRun: false,
    isAgreed: false,
  });
});
