import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { LedgerEventData, Question } from '#contract';
import { listedChanges } from '../../support/listed-changes.ts';
import { officialClient } from '../../support/mcp-server.ts';
import { type PhiEngine, phiEngine, until } from '../../support/phi-engine.ts';

const WRITER = resolve(import.meta.dirname, '../../fixtures/providers/writer.py');
const TOUCH = 'touch by-command.txt';

/** The app with a program attached that writes files. */
async function withWriter(): Promise<PhiEngine> {
  const phi = await phiEngine();
  const argv = ['/usr/bin/python3', '-B', WRITER];
  await phi.api.providers.attach({ spec: { kind: 'program', argv }, remember: false });
  return phi;
}

async function write(phi: PhiEngine, path: string): Promise<void> {
  phi.model.push({ calls: [{ tool: 'write_note', arguments: { path, text: path } }] }, { text: 'Done' });
  await phi.say('Write it');
}

async function run(phi: PhiEngine, command: string): Promise<void> {
  phi.model.push({ calls: [{ tool: 'execute_command', arguments: { command } }] }, { text: 'Done' });
  await phi.say('Run it');
}

const lastAsked = ({ asked }: PhiEngine, tool: string): Question | undefined =>
  asked.findLast((question) => question.tool === tool);
const lastWatched = async (phi: PhiEngine) =>
  (await phi.events('call.watched')).at(-1)?.data as LedgerEventData<'call.watched'> | undefined;
const namesOf = async ({ api }: PhiEngine) =>
  (await listedChanges(api.changes)).map(({ shownPath }) => shownPath).sort();

test('what is not watched is on the card before a call, and in the record after it', async () => {
  await using phi = await withWriter();
  await mkdir(join(phi.home.workspace, 'node_modules'));
  // The first call may find that this is not known yet.
  await run(phi, TOUCH);
  const unwatched = [expect.stringContaining('node_modules')];

  await write(phi, 'note.txt');

  expect(lastAsked(phi, 'write_note')?.notWatched).toEqual(unwatched);
  expect((await phi.events('approval.asked')).at(-1)?.data.notWatched).toEqual(unwatched);
  expect(await lastWatched(phi)).toMatchObject({ tool: 'write_note', changes: 1, notWatched: unwatched });
});

test('the setting record.watch decides whose changes are recorded, from the next call on', async () => {
  await using phi = await withWriter();
  await run(phi, 'touch first.txt');
  await phi.api.settings.set({ key: 'record.watch', value: 'commands' });
  await write(phi, 'a.txt');
  await run(phi, TOUCH);
  const off = [expect.stringContaining('Changes of programs and clients are not recorded')];
  expect(lastAsked(phi, 'write_note')?.notWatched).toEqual(off);
  expect(await lastWatched(phi)).toMatchObject({ changes: 0, notWatched: off });
  expect(lastAsked(phi, 'execute_command')?.notWatched).toBeUndefined();
  expect(await namesOf(phi)).toEqual(['by-command.txt', 'first.txt']);

  await phi.api.settings.set({ key: 'record.watch', value: 'none' });
  await run(phi, 'touch unseen.txt');
  const none = [expect.stringContaining('Changes are not recorded')];
  expect(lastAsked(phi, 'execute_command')?.notWatched).toEqual(none);
  expect((await phi.events('command.ran')).at(-1)?.data.notWatched).toEqual(none);

  await phi.api.settings.set({ key: 'record.watch', value: 'all' });
  await write(phi, 'b.txt');
  expect(lastAsked(phi, 'write_note')?.notWatched).toBeUndefined();
  expect(await namesOf(phi)).toEqual(['b.txt', 'by-command.txt', 'first.txt']);
});

test('a program connected to our MCP server is named by what is found changed while it was', async () => {
  await using phi = await phiEngine();
  await phi.api.mcp.serve({ tool: 'read_file', on: true });
  await phi.api.mcp.start({});
  const { token } = await phi.api.mcp.token();
  const url = await until(async () => {
    for await (const state of await phi.api.mcp.changed()) return state.url;
    return undefined;
  });
  await run(phi, 'touch first.txt');
  await using _client = await officialClient({ url, token }, 'Editor');
  await writeFile(join(phi.home.workspace, 'by-itself.txt'), 'x');
  await run(phi, 'touch second.txt');

  const found = await until(async () => {
    const changes = await listedChanges(phi.api.changes);
    return changes.find(({ origin }) => origin === 'unknown');
  });
  expect(found).toMatchObject({ shownPath: 'by-itself.txt', by: ['MCP: Editor'], canUndo: true });
  // Shut out, it is alive no more.
  await phi.api.mcp.newToken();
  await run(phi, 'touch between.txt');
  await writeFile(join(phi.home.workspace, 'mine.txt'), 'x');
  await run(phi, 'touch third.txt');
  expect(await namesOf(phi)).toEqual(['between.txt', 'by-itself.txt', 'first.txt', 'second.txt', 'third.txt']);
});
