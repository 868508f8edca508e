import { readFile, writeFile } from 'node:fs/promises';
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
    ...{ path: join(here.path, name), from: join(copy.path, name), before: 'unknown' },
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
