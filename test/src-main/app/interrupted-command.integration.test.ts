import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApp } from '#app/create-app';
import { readConfig } from '#app/start/config';
import { localClient } from '#core/servers/local-client';
import { startNodeChild } from '#process/node-program';
import { listedChanges } from '../../support/listed-changes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'test/fixtures/execution/run-a-command.ts');

test('the app says at its start that a command was interrupted, lists what it changed, and undoes that when asked twice', async () => {
  await using folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  await mkdir(workspace);
  await writeFile(join(workspace, 'a.txt'), 'old');
  const command = 'printf new > a.txt; touch made.txt; sleep 60';
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, folder.path, command], { stdio: 'ignore' });
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  while (!(await isThere(join(workspace, 'made.txt')))) await delay(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // Where the app looks for it.
  const dataFolder = join(folder.path, 'app');
  await mkdir(dataFolder);
  await rename(join(folder.path, 'data'), join(dataFolder, 'ledger'));

  const config = { ...readConfig(ROOT, []), dataFolder, workspace };
  await using app = await createApp(config, {
    target: 'browser',
    startNode: startNodeChild,
    quit: () => {},
  });
  const api = localClient(app);
  const closing = new AbortController();
  for await (const notices of await api.app.notices(undefined, { signal: closing.signal })) {
    if (notices.some(({ title, text }) => title === 'Interrupted work' && text.includes(command))) break;
  }
  for await (const { turns } of await api.changes.changed(undefined, { signal: closing.signal })) {
    if (turns.length === 0) continue;
    const changes = await listedChanges(api.changes);
    if (changes.length < 2) continue;
    expect(changes.map(({ shownPath, canUndo }) => [shownPath, canUndo]).sort()).toEqual([
      ['a.txt', true],
      ['made.txt', true],
    ]);
    for (const { session, id: event } of changes) {
      await expect(api.changes.undo({ session, event })).rejects.toMatchObject({ code: 'CONFLICT' });
      await api.changes.undo({ session, event, force: true });
    }
    break;
  }
  expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe('old');
  expect(await isThere(join(workspace, 'made.txt'))).toBe(false);
}, 60_000);
