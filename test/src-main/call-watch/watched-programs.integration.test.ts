import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AnyLedgerEvent, Judgement, LinkSpec } from '#contract';
import { Redactor } from '#core/secrets/redact';
import { undoChange } from '#ledger';
import { startNodeChild } from '#process/node-program';
import { openJsPackage } from '#providers';
import { mcpOpener } from '../../../src-main/mcp/open-mcp.ts';
import { jsHostProgram } from '../../support/js-host-program.ts';
import { writeFiles } from '../../support/js-package.ts';
import { MCP_SERVER } from '../../support/mcp-link.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { providersWorkbench, SESSION, type Workbench } from '../providers/providers-workbench.ts';

const changesOf = (events: readonly AnyLedgerEvent[], folder: string) =>
  events
    .filter(({ type }) => type === 'file.changed')
    .map(({ id, data }) => ({ id, ...data, name: relative(folder, String(data.path)) }) as Record<string, unknown>);

async function changesIn(bench: Workbench, session = SESSION) {
  return changesOf(await bench.events(session), bench.folder.path);
}

async function waitForFile(path: string): Promise<void> {
  while (
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    await delay(10);
}

/** The one change of a call that wrote over `note.txt` comes back by undo. */
async function expectUndoable(bench: Workbench, by: string): Promise<void> {
  const [change] = await changesIn(bench);
  expect(change).toMatchObject({ name: 'note.txt', change: 'modified', origin: 'program', by: [by] });
  await undoChange(bench.ledger, { session: SESSION, event: String(change?.id), force: false });
  expect(await readFile(join(bench.folder.path, 'note.txt'), 'utf8')).toBe('old');
}

test('a file that a program writes is on the record between its call and its result, and comes back', async () => {
  await using bench = await providersWorkbench({ watch: {} });
  await writeFile(join(bench.folder.path, 'note.txt'), 'old');
  const { title } = await bench.attach('writer.py');

  expect(await bench.call('write_note', { path: 'note.txt', text: 'new' })).toMatchObject({ content: 'written' });

  const events = await bench.events(SESSION);
  const called = events.find(({ type }) => type === 'tool.called');
  expect(events.slice(events.indexOf(called as AnyLedgerEvent)).map(({ type }) => type)).toEqual([
    'tool.called',
    'call.watched',
    'file.changed',
    'tool.returned',
  ]);
  expect(events.filter(({ type }) => type === 'file.changed').map(({ cause }) => cause)).toEqual([called?.id]);
  await expectUndoable(bench, title);
});

test('a file that a Node package writes is on the record, and comes back', async () => {
  await using memory = await temporaryFolder();
  const js = openJsPackage(startNodeChild, { module: await jsHostProgram(), folder: memory.path });
  await using bench = await providersWorkbench({ watch: {}, open: { js } });
  await writeFile(join(bench.folder.path, 'note.txt'), 'old');
  await writeFiles(memory.path, {
    'writer/package.json': { type: 'module', main: 'index.js', types: 'index.d.ts' },
    'writer/index.d.ts': 'export declare function note(a: { path: string }): string;',
    'writer/index.js':
      "import { writeFileSync } from 'node:fs'; export const note = ({ path }) => { writeFileSync(path, 'new'); return 'written'; };",
  });
  const environment = { PATH: process.env.PATH ?? '' };
  const spec: LinkSpec = { kind: 'js', path: join(memory.path, 'writer') };
  const { title } = await bench.providers.attach(spec, {
    cwd: bench.folder.path,
    workspace: bench.folder.path,
    environment,
  });

  expect(await bench.call('note', { path: 'note.txt' })).toMatchObject({ outcome: 'done' });
  await expectUndoable(bench, title);
});

test('a file that an MCP server writes is on the record, whatever it says of itself, and comes back', async () => {
  const mcp = mcpOpener({ version: '1.2.3', redactor: new Redactor(), log: silentLogger });
  await using bench = await providersWorkbench({ watch: {}, open: { mcp } });
  const note = join(bench.folder.path, 'note.txt');
  await writeFile(note, 'old');
  const argv = [process.execPath, MCP_SERVER, 'writes', note];
  const spec: LinkSpec = { kind: 'mcp', name: 's', transport: { type: 'stdio', argv, environment: {} } };
  const environment = { PATH: process.env.PATH ?? '' };
  const { title } = await bench.providers.attach(spec, {
    cwd: bench.folder.path,
    workspace: bench.folder.path,
    environment,
  });

  expect(await bench.call('s_write')).toMatchObject({ content: 'written' });
  await expectUndoable(bench, title);
});

test('what a call wrote that ran out of time is on the record', async () => {
  await using bench = await providersWorkbench({ watch: {}, limits: { callMs: 1500 } });
  await bench.attach('writer.py');
  expect(await bench.call('write_and_hang', { path: 'a.txt', text: 'x' })).toMatchObject({ outcome: 'failed' });
  expect(await changesIn(bench)).toMatchObject([{ name: 'a.txt', change: 'created', origin: 'program' }]);
});

test('a program that writes after its answer: nobody’s turn, its name, a set of its own', async () => {
  await using bench = await providersWorkbench({ watch: { lateMs: 20 } });
  const { title } = await bench.attach('writer.py');
  bench.watch?.alive('test', [{ title, workspace: bench.folder.path }]);
  await mkdir(join(bench.folder.path, 'node_modules'));
  const found = new Promise<void>((resolve) => {
    bench.ledger.onAppended(({ type, data }) => {
      if (type === 'file.changed' && data.origin === 'unknown') resolve();
    });
  });
  expect(await bench.call('write_later', { path: 'late.txt', text: 'x' }, { turn: 'turn-1' })).toMatchObject({
    content: 'written',
  });
  expect(await changesIn(bench)).toEqual([]);
  await writeFile(join(bench.folder.path, 'node_modules', 'go.txt'), '');
  await waitForFile(join(bench.folder.path, 'late.txt'));
  // The next call finds it, if no look between them has.
  await bench.call('write_note', { path: 'n', text: 'n' });
  await found;
  const late = async () => (await bench.events(SESSION)).filter(({ data }) => data.origin === 'unknown');
  expect(await late()).toMatchObject([{ data: { path: join(bench.folder.path, 'late.txt'), by: [title] } }]);
  expect((await late())[0]?.turn).toBeUndefined();
});

test('what a prompt’s call writes is on the record of the provider, and what it answered', async () => {
  await using bench = await providersWorkbench({ watch: {}, limits: { callMs: 1500 } });
  const { id, title } = await bench.attach('writer.py');
  const judge = async (why: string): Promise<Judgement> => {
    return { verdict: 'allow', tier: 'default', parts: [], why, sandbox: 'none', canBeAllowed: true };
  };
  const call = { provider: id, tool: 'write_note', arguments: { path: 'a.txt', text: 'x' } };
  const { signal } = new AbortController();
  expect(await bench.providers.callAttached(call, { judge, signal })).toMatchObject({ isError: false });

  expect(await changesIn(bench, 'providers')).toMatchObject([{ name: 'a.txt', origin: 'program', by: [title] }]);

  const late = { ...call, tool: 'write_and_hang' };
  expect(await bench.providers.callAttached(late, { judge, signal })).toMatchObject({ isError: true });
  const ofCalls = (await bench.events()).filter(({ type }) => type.startsWith('tool.'));
  expect(ofCalls.map(({ data }) => data.outcome)).toEqual([undefined, 'done', undefined, 'failed']);
  const [called, done, , failed] = ofCalls;
  expect(done).toMatchObject({ type: 'tool.returned', cause: called?.id, data: { callId: called?.data.callId } });
  expect(done?.data.content).toBe('written');
  expect(failed?.data.content).toMatch('did not answer within 1.5 s');

  const stop = new AbortController();
  const stopped = { ...late, arguments: { path: 'b.txt', text: 'x' } };
  const calling = bench.providers.callAttached(stopped, { judge, signal: stop.signal });
  await waitForFile(join(bench.folder.path, 'b.txt'));
  stop.abort(new Error('The prompt was stopped'));
  expect(await calling).toMatchObject({ isError: true });
  expect((await changesIn(bench, 'providers')).at(-1)).toMatchObject({ name: 'b.txt', origin: 'program' });
  expect((await bench.events()).filter(({ type }) => type === 'tool.returned').at(-1)?.data.outcome).toBe('cancelled');
});
