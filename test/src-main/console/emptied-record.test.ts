import { rm, truncate } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { consoleSession } from '../../support/console-session.ts';

test.each([
  ['emptied', (file: string) => truncate(file, 0)],
  ['deleted', (file: string) => rm(file)],
])('a session whose record was %s opens in the workspace, and lines run in it', async (_what, damage) => {
  await using shell = await consoleSession();
  await shell.run('cd ..');
  await shell.restart();
  await damage(shell.recordFile);

  expect((await shell.state()).cwd).toBe(shell.workspace);
  expect(await shell.run('pwd')).toMatchObject({ isOk: true, text: shell.workspace });
  expect((await shell.events()).map(({ type }) => type)).toEqual(['record.cut', 'console.started', 'console.ended']);
});
