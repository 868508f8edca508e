import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import type { ContentStore } from '#ledger';
import type { RunContext } from '#tools';
import { takeEntriesTool } from '../../../src-main/files/take/take-entries-tool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

test('an entry whose bytes cannot be kept is told as not taken, and those after it are taken', async () => {
  await using here = await temporaryFolder();
  await using copy = await temporaryFolder();
  await using ledger = await temporaryLedger();
  const names = ['one', 'two', 'three'];
  for (const name of names) await writeFile(join(copy.path, name), name);
  const keepFile = async (path: string) => {
    if (path.endsWith('two')) throw new AppError('UNAVAILABLE', 'No bytes can be kept: the disk is full');
    return await ledger.content.keepFile(path);
  };
  const tool = takeEntriesTool({ content: { keepFile } as unknown as ContentStore }, async (_branch, name) => ({
    path: join(here.path, name),
    from: join(copy.path, name),
    before: 'unknown',
    after: { kind: 'file', mode: 0o644, size: name.length, read: async () => Buffer.from(name) },
  }));
  const { signal } = new AbortController();
  const context = {
    workspace: here.path,
    callId: 'call',
    signal,
    record: async () => 'event',
  } as unknown as RunContext;

  const plan = await tool.plan({ branch: 'b', paths: names }, context);
  expect(await plan.run(undefined as never, context)).toEqual({
    outcome: 'failed',
    content: '2 of 3 taken.\ntwo: No bytes can be kept: the disk is full',
  });
  expect(await readFile(join(here.path, 'three'), 'utf8')).toBe('three');
});

test('what is at the place and cannot be kept stays there, and nothing is recorded of it', async () => {
  await using here = await temporaryFolder();
  await using copy = await temporaryFolder();
  await using ledger = await temporaryLedger();
  await writeFile(join(here.path, 'one'), 'mine');
  await writeFile(join(copy.path, 'one'), 'theirs');
  const keepFile = async (path: string) => {
    if (path.startsWith(here.path)) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    return await ledger.content.keepFile(path);
  };
  const tool = takeEntriesTool({ content: { keepFile } as unknown as ContentStore }, async (_branch, name) => ({
    path: join(here.path, name),
    from: join(copy.path, name),
    before: 'unknown',
    after: { kind: 'file', mode: 0o644, size: 6, read: async () => Buffer.from('theirs') },
  }));
  const { signal } = new AbortController();
  const recorded: string[] = [];
  const record = async (type: string) => recorded.push(type);
  const context = { workspace: here.path, callId: 'call', signal, record } as unknown as RunContext;

  const plan = await tool.plan({ branch: 'b', paths: ['one'] }, context);
  expect(await plan.run(undefined as never, context)).toMatchObject({
    outcome: 'failed',
    content: expect.stringContaining('one: what is there cannot be kept: it cannot be read'),
  });
  expect(await readFile(join(here.path, 'one'), 'utf8')).toBe('mine');
  expect(recorded).toEqual([]);
});

test('a file or link that is another than the branch began with is told before it is taken', async () => {
  await using here = await temporaryFolder();
  await using ledger = await temporaryLedger();
  const names = ['same.bin', 'other.bin', 'same-link', 'other-link'];
  await writeFile(join(here.path, 'same.bin'), 'base', { mode: 0o644 });
  await writeFile(join(here.path, 'other.bin'), 'mine', { mode: 0o644 });
  await symlink('base', join(here.path, 'same-link'));
  await symlink('mine', join(here.path, 'other-link'));
  const side = (text: string) => ({
    kind: 'file' as const,
    mode: 0o644,
    size: text.length,
    read: async () => Buffer.from(text),
  });
  const link = (target: string) => ({ kind: 'symlink', mode: 0o777, target }) as const;
  const tool = takeEntriesTool(ledger, async (_branch, name) => ({
    path: join(here.path, name),
    from: join(here.path, 'branch', name),
    ...(name.endsWith('link')
      ? { before: link('base'), after: link('new') }
      : { before: side('base'), after: side('news') }),
  }));
  const context = { workspace: here.path } as unknown as RunContext;
  const plan = await tool.plan({ branch: 'b', paths: names }, context);
  expect(plan.warnings.map(({ text }) => text)).toEqual([
    'other.bin is no longer what the branch began with',
    'other-link is no longer what the branch began with',
  ]);
});

test('what could be run once it is taken is told, and lines that stay are no change since the branch began', async () => {
  await using here = await temporaryFolder();
  await using ledger = await temporaryLedger();
  for (const name of ['run', 'suid']) await writeFile(join(here.path, name), 'mine', { mode: 0o644 });
  const side = (mode: number) => ({ kind: 'file', mode, size: 4, read: async () => Buffer.from('base') }) as const;
  const tool = takeEntriesTool(ledger, async (_branch, name) => ({
    path: join(here.path, name),
    from: join(here.path, 'branch', name),
    before: side(0o644),
    after: side(name === 'run' ? 0o755 : 0o4755),
  }));
  const plan = await tool.plan({ branch: 'b', paths: ['run', 'suid'] }, { workspace: here.path } as RunContext);
  expect(plan.warnings.map(({ text }) => text)).toEqual([
    'run would have the permissions 755, so that it can be run',
    'suid would have the permissions 4755, so that it runs with the rights of its owner or group',
  ]);
});
