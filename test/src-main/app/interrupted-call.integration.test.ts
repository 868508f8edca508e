import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { Change } from '#contract';
import { adapterClient } from '../../support/adapter-client.ts';
import { listedChanges } from '../../support/listed-changes.ts';
import { until } from '../../support/phi-engine.ts';
import { type PlainApp, plainApp } from '../../support/plain-app.ts';
import { processesWithMark } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOST = resolve(import.meta.dirname, '../../fixtures/app/run-a-host.ts');
const WRITER = resolve(import.meta.dirname, '../../fixtures/providers/writer.py');

/** Folders of an app, and a host of it in a process of its own. */
async function host(...args: readonly string[]) {
  const folder = await temporaryFolder();
  for (const name of ['home', 'workspace', 'data']) await mkdir(join(folder.path, name));
  const at = (name: string) => join(folder.path, 'workspace', name);
  await writeFile(at('a.txt'), 'old');
  const child = spawn(process.execPath, ['--import', 'tsx', HOST, folder.path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    at,
    kill,
    path: folder.path,
    line: async () => JSON.parse((await said.next()).value) as { readonly url: string; readonly token: string },
    wrote: (name: string) => until(async () => existsSync(at(name))),
    [Symbol.asyncDispose]: async () => {
      await kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Returns the changes of a call that the next start finds, once it has recorded so many. */
async function recovered({ api }: PlainApp, count: number): Promise<readonly Change[]> {
  return await until(async () => {
    const changes = await listedChanges(api.changes);
    return changes.length >= count && changes;
  });
}

/** Undo of the whole turn: it is told of each path that others may have made it since, and does it when that is confirmed. */
async function undo({ api }: PlainApp, [first, ...more]: readonly Change[]): Promise<void> {
  if (first?.turn === undefined) throw new Error('There is no turn to undo');
  const turn = { session: first.session, turn: first.turn };
  const planned = await api.changes.planTurn({ ...turn, direction: 'undo' });
  expect(planned.paths.map(({ outcome, canConfirm }) => [outcome, canConfirm])).toEqual(
    [first, ...more].map(() => ['unknown', true]),
  );
  const { paths } = await api.changes.undoTurn({ ...turn, confirmed: planned.paths.map(({ event }) => event) });
  expect(new Set(paths.map(({ outcome }) => outcome))).toEqual(new Set(['restored']));
}

const told = (changes: readonly Change[]) =>
  changes.map(({ shownPath, change, origin, by, state }) => [shownPath, change, origin, by, state]).sort();

test('a host that is killed during the call of a program: what that wrote is recorded at the next start, and undone', async () => {
  const args = JSON.stringify({ path: 'a.txt', text: 'new' });
  await using killed = await host('write_and_hang', args, '/usr/bin/python3', '-B', WRITER);
  await until(async () => (await readFile(killed.at('a.txt'), 'utf8')) === 'new');
  await killed.kill();

  await using next = await plainApp(killed.path);
  const changes = await recovered(next, 1);
  const by = [`/usr/bin/python3 -B ${WRITER}`];
  expect(told(changes)).toEqual([['a.txt', 'modified', 'program', by, 'applied']]);
  await undo(next, changes);
  expect(await readFile(killed.at('a.txt'), 'utf8')).toBe('old');
});

test.each(['of its own', 'in a session'])(
  'a host that is killed during a command of a client %s: the same, and the command is ended',
  async (where) => {
    await using killed = await host();
    const { url, token } = await killed.line();
    await using client = adapterClient(url, { auth: { token } });
    await client.hears('connected');
    const { session_id: session } = where === 'in a session' ? await client.ask('open_session', {}) : {};
    const command = 'printf new > a.txt; touch made.txt; sleep 60; touch too-late';
    client.send('execute_command', { command, ...(session !== undefined && { session_id: session }) });
    await killed.wrote('made.txt');
    // By its HOME, which is in this folder.
    expect(await processesWithMark(killed.path)).not.toEqual([]);
    await killed.kill();

    await using next = await plainApp(killed.path);
    const changes = await recovered(next, 2);
    const by = ['Shell Adapter client 127.0.0.1'];
    expect(told(changes)).toEqual([
      ['a.txt', 'modified', 'client', by, 'applied'],
      ['made.txt', 'created', 'client', by, 'applied'],
    ]);
    await until(async () => (await processesWithMark(killed.path)).length === 0);
    await undo(next, changes);
    expect([await readFile(killed.at('a.txt'), 'utf8'), existsSync(killed.at('made.txt'))]).toEqual(['old', false]);
  },
);
