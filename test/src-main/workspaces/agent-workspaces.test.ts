import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AgentWorkspaces } from '../../../src-main/workspaces/list/agent-workspaces.ts';
import { rememberedWorkspaces } from '../../../src-main/workspaces/list/remembered.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { fakeParts } from './support/fake-parts.ts';

async function emptyList() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sigma-agents-')));
  const start = async () => {
    const all = new AgentWorkspaces({
      remembered: rememberedWorkspaces(join(folder, 'workspaces.json'), silentLogger),
      parts: fakeParts(),
      openFolder: async (path) => path,
    });
    await all.start();
    onTestFinished(() => all[Symbol.asyncDispose]());
    return all;
  };
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, start };
}

const states = (all: AgentWorkspaces) => all.list.value.map(({ isOpen, state, reason }) => ({ isOpen, state, reason }));

test('a closed one whose folder goes away says so once it is looked at, and is as before when it is back', async () => {
  const { folder, start } = await emptyList();
  const all = await start();
  const path = join(folder, 'agent');
  await mkdir(path);
  await all.open(path);
  await all.close(path);
  expect(states(all)).toEqual([{ isOpen: false, state: 'restricted', reason: undefined }]);
  await rm(path, { recursive: true });
  await all.lookAtClosed();
  expect(states(all)).toEqual([{ isOpen: false, state: 'gone', reason: 'Its folder is gone' }]);
  await mkdir(path);
  await all.open(path);
  expect(states(all)).toEqual([{ isOpen: true, state: 'restricted', reason: undefined }]);
});

test('one that was gone when the app ended is said to be gone at the next start', async () => {
  const { folder, start } = await emptyList();
  const before = await start();
  const path = join(folder, 'agent');
  await mkdir(path);
  await before.open(path);
  await before.close(path);
  await rm(path, { recursive: true });
  const all = await start();
  await expect.poll(() => states(all)).toEqual([{ isOpen: false, state: 'gone', reason: 'Its folder is gone' }]);
});
