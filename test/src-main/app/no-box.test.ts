import { expect, test } from 'vitest';
import { commandSandbox } from '../../../src-main/app/commands/command-sandbox.ts';
import { noBoxWords } from '../../../src-main/app/commands/no-box-words.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('where no box works that is said once, with the reason and what to do', async () => {
  await using folder = await temporaryFolder();
  const told: string[] = [];
  await using sandbox = commandSandbox({
    environment: {},
    home: folder.path,
    dataFolder: folder.path,
    probe: async () => ({ works: false, why: 'bubblewrap (bwrap) is not installed' }),
    onNone: (why) => told.push(noBoxWords(why)),
  });
  await Promise.all([sandbox.state(), sandbox.state()]);
  expect(await sandbox.inWorkspace(folder.path)).toBeUndefined();
  expect(told).toEqual([
    expect.stringMatching(/^bubblewrap \(bwrap\) is not installed\. Commands are not kept inside the workspace here/),
  ]);
});

test('where one works nothing is said', async () => {
  await using folder = await temporaryFolder();
  const told: unknown[] = [];
  await using sandbox = commandSandbox({
    environment: {},
    home: folder.path,
    dataFolder: folder.path,
    probe: async () => ({ works: true, program: '/usr/bin/bwrap' }),
    onNone: (why) => told.push(why),
  });
  await sandbox.state();
  expect(told).toEqual([]);
});

test('a workspace that cannot be searched for what is hidden is an error, and no leave to go without a box', async () => {
  await using folder = await temporaryFolder();
  await using sandbox = commandSandbox({
    environment: {},
    home: folder.path,
    dataFolder: folder.path,
    probe: async () => ({ works: true, program: '/usr/bin/bwrap' }),
    onNone: () => {},
  });
  await expect(sandbox.inWorkspace(`${folder.path}/gone`)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
