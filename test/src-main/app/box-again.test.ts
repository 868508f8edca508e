import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandSandbox } from '../../../src-main/app/commands/command-sandbox.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOBODY = 65_534;

/** Runs a step without the rights of root, to whom no file is closed. */
async function asOrdinaryUser<T>(step: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return await step();
  process.seteuid?.(NOBODY);
  try {
    return await step();
  } finally {
    process.seteuid?.(0);
  }
}

test('an ordinary user opens the box of a session again for each command', async () => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o777);
  const workspace = join(folder.path, 'work');
  const opened = await asOrdinaryUser(async () => {
    await mkdir(workspace);
    await using sandbox = commandSandbox({
      environment: {},
      home: folder.path,
      dataFolder: join(folder.path, 'data'),
      probe: async () => ({ works: true, program: '/usr/bin/bwrap' }),
    });
    const open = () => sandbox.open({ strength: 'workspace', workspace, session: 's' });
    await open();
    return await Promise.all([open(), open()]);
  });
  expect(opened.map((box) => box?.folders)).toEqual([
    [join(folder.path, 'data/boxes/s/temp')],
    [join(folder.path, 'data/boxes/s/temp')],
  ]);
});
