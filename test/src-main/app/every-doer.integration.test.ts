import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Change, LinkSpec, TurnChanges } from '#contract';
import { adapterClient } from '../../support/adapter-client.ts';
import { writeFiles } from '../../support/js-package.ts';
import { listedChanges } from '../../support/listed-changes.ts';
import { MCP_SERVER } from '../../support/mcp-link.ts';
import { type PhiEngine, phiEngine } from '../../support/phi-engine.ts';

const WRITER = resolve(import.meta.dirname, '../../fixtures/providers/writer.py');
const PACKAGE = {
  'package.json': { name: 'noter', type: 'module', main: 'index.js', types: 'index.d.ts' },
  'index.d.ts': 'export declare function keep_note(a: { path: string }): string;',
  'index.js': `import { writeFileSync } from 'node:fs';
export const keep_note = ({ path }) => { writeFileSync(path, 'by the package'); return 'written'; };`,
};
const FILES = ['tool.txt', 'command.txt', 'python.txt', 'package.txt', 'server.txt', 'client.txt'];

async function turnsOf({ api }: PhiEngine): Promise<readonly TurnChanges[]> {
  for await (const { turns } of await api.changes.changed()) return turns;
  throw new Error('The list ended');
}

/** The app with a program, a package and an MCP server attached for the workspace, in which every file says `old`. */
async function allAttached() {
  const phi = await phiEngine({ hasNodePackages: true });
  const { home, workspace } = phi.home;
  const at = (name: string) => join(workspace, name);
  for (const name of FILES) await writeFile(at(name), 'old');
  await writeFiles(join(home, 'noter'), PACKAGE);
  const specs: LinkSpec[] = [
    { kind: 'program', argv: ['/usr/bin/python3', '-B', WRITER] },
    { kind: 'js', path: join(home, 'noter') },
    {
      kind: 'mcp',
      name: 's',
      transport: { type: 'stdio', argv: [process.execPath, MCP_SERVER, 'writes', at('server.txt')], environment: {} },
    },
  ];
  const titles: string[] = [];
  for (const spec of specs) titles.push((await phi.api.providers.attach({ spec, remember: false })).title);
  const [program = '', pack = '', server = ''] = titles;
  return { phi, at, program, pack, server, [Symbol.asyncDispose]: () => phi[Symbol.asyncDispose]() };
}

/** A connected client of the Shell Adapter, which is started for it. */
async function client({ api }: PhiEngine) {
  await api.adapter.set({ key: 'socketio.port', value: 0 });
  const { url } = await api.adapter.start({});
  const { token } = await api.adapter.token();
  const connected = adapterClient(url, { auth: { token } });
  await connected.hears('connected');
  return connected;
}

const textsOf = (at: (name: string) => string) => Promise.all(FILES.map((name) => readFile(at(name), 'utf8')));
const told = (changes: readonly Change[]) =>
  changes.map(({ shownPath, change, origin, by }) => [shownPath, change, origin, by]).sort();

test('a file tool, a command, a program, a package, an MCP server and a client: each in Changes, each undone at once', async () => {
  await using it = await allAttached();
  const { phi, at } = it;
  const before = await textsOf(at);
  phi.model.push(
    { calls: [{ tool: 'create_or_update_file', arguments: { path: 'tool.txt', content: 'by the tool' } }] },
    { calls: [{ tool: 'execute_command', arguments: { command: 'echo by the command > command.txt; mkdir made' } }] },
    { calls: [{ tool: 'write_note', arguments: { path: 'python.txt', text: 'by the program' } }] },
    { calls: [{ tool: 'keep_note', arguments: { path: at('package.txt') } }] },
    { calls: [{ tool: 's_write', arguments: {} }] },
    { text: 'Done' },
  );
  expect(await phi.say('Write it all down')).toBe('Done');
  await using program = await client(phi);
  expect(await program.ask('execute_command', { command: 'echo by the client > client.txt' })).toMatchObject({
    exit_code: 0,
  });

  const mine = 'Shell Adapter client 127.0.0.1';
  expect(told(await listedChanges(phi.api.changes))).toEqual(
    [
      ['tool.txt', 'modified', 'tool', undefined],
      ['command.txt', 'modified', 'command', undefined],
      ['made', 'created', 'command', undefined],
      ['python.txt', 'modified', 'program', [it.program]],
      ['package.txt', 'modified', 'program', [it.pack]],
      ['server.txt', 'modified', 'program', [it.server]],
      ['client.txt', 'modified', 'client', [mine]],
    ].sort(),
  );
  const turns = await turnsOf(phi);
  expect(turns.map(({ source, counts }) => [source, counts.modified, counts.created])).toEqual([
    ['call', 1, 0],
    ['message', 5, 1],
  ]);
  const after = await textsOf(at);
  const all = async (direction: 'undoTurn' | 'redoTurn') => {
    for (const { session, turn } of turns) {
      const { paths } = await phi.api.changes[direction]({ session, turn });
      expect(paths.map(({ outcome }) => outcome)).toEqual(paths.map(() => 'restored'));
    }
  };
  await all('undoTurn');
  expect([await textsOf(at), existsSync(at('made'))]).toEqual([before, false]);
  expect((await turnsOf(phi)).map(({ state }) => state)).toEqual(['undone', 'undone']);
  await all('redoTurn');
  expect([await textsOf(at), existsSync(at('made'))]).toEqual([after, true]);
});
