import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Branch } from '#contract';
import { phiHome } from '../../support/phi-app.ts';
import { type PhiEngine, phiEngine } from '../../support/phi-engine.ts';
import { type ScriptedReply, scriptedModelServer } from '../../support/scripted-model-server.ts';

const LINES = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`);
const edited = (number: number, text: string) =>
  LINES.map((line, at) => (at + 1 === number ? `${text}\n` : line)).join('');
const writes = (file_content: string): ScriptedReply => ({
  calls: [{ tool: 'create_or_update_file', arguments: { path: 'list.txt', file_content } }],
});

async function first<T>(stream: Promise<AsyncIterable<T>>): Promise<T> {
  for await (const value of await stream) return value;
  throw new Error('The stream ended');
}

const branchOf = async ({ api }: PhiEngine, profile: string): Promise<Branch | undefined> =>
  (await first(api.branches.changed())).find((branch) => branch.profile === profile);

const ended = (engine: PhiEngine, profile: string, state: Branch['state']) =>
  vi.waitFor(async () => expect(await branchOf(engine, profile)).toMatchObject({ state }), { timeout: 90_000 });

test('one message to three profiles in branches of their own; what two did is one turn of the folder, and can be undone', async () => {
  await using one = await scriptedModelServer([writes(edited(3, 'first')), { text: 'I changed line 3.' }]);
  await using two = await scriptedModelServer([
    writes(edited(12, 'second')),
    { calls: [{ tool: 'execute_command', arguments: { command_line: 'pwd > where.txt; echo there' } }] },
    { text: 'I changed line 12.' },
  ]);
  await using three = await scriptedModelServer([{ status: 400 }, { status: 400 }, { status: 400 }]);
  const profile = (name: string, baseUrl: string) =>
    `  ${name}: {baseurl: '${baseUrl}', key: k-${name}, model: m-${name}}\n`;
  const global = `profiles:\n${profile('one', one.baseUrl)}${profile('two', two.baseUrl)}${profile('three', three.baseUrl)}`;
  await using home = await phiHome({ global });
  await writeFile(join(home.workspace, 'list.txt'), LINES.join(''));
  await using engine = await phiEngine({ home, start: { args: ['-dir', home.workspace] } });
  const { api } = engine;
  const { session } = engine;
  const workspace = home.workspace;
  const profiles = ['one', 'two', 'three'];
  await api.branches.tryWith({
    session,
    text: 'Change the list',
    profiles,
    budget: {},
    test: 'grep -c second list.txt',
  });
  await ended(engine, 'one', 'done');
  await ended(engine, 'two', 'done');
  await ended(engine, 'three', 'failed');
  const [a, b, c] = await Promise.all(profiles.map((name) => branchOf(engine, name)));

  expect(a).toMatchObject({ line: 'I changed line 3.', test: { command: 'grep -c second list.txt', exitCode: 1 } });
  expect(b).toMatchObject({ line: 'I changed line 12.', test: { exitCode: 0 } });
  expect(c?.line).not.toBe('');
  expect(await readFile(join(home.workspace, 'list.txt'), 'utf8')).toBe(LINES.join(''));
  const where = await readFile(join(b?.folder ?? '', 'where.txt'), 'utf8');
  expect(where.trim()).toBe(b?.folder);

  const ids = [a?.id ?? '', b?.id ?? ''];
  const { paths } = await api.branches.compare({ branches: ids });
  expect(paths.map(({ path, branches }) => [path, ...branches.map((cell) => cell?.change)])).toEqual([
    ['list.txt', 'changed', 'changed'],
    ['where.txt', undefined, 'added'],
  ]);
  const before = engine.asked.length;
  const taken = await api.branches.take({ session, of: ids.map((branch) => ({ branch, paths: ['list.txt'] })) });

  expect(taken.paths.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(engine.asked.slice(before).map(({ group }) => group?.count)).toEqual([2, 2]);
  const both = edited(3, 'first').replace('line 12\n', 'second\n');
  expect(await readFile(join(workspace, 'list.txt'), 'utf8')).toBe(both);
  const { paths: undone } = await api.changes.undoTurn({ session, turn: taken.turn });
  expect(undone.map(({ outcome }) => outcome)).toEqual(['restored']);
  expect(await readFile(join(workspace, 'list.txt'), 'utf8')).toBe(LINES.join(''));
  await api.branches.drop({ branch: ids[0] ?? '' });
  expect(execFileSync('ls', [join(a?.folder ?? '', '..', '..')], { encoding: 'utf8' })).not.toContain(ids[0]);
});

const TOOL = `"""Counts words."""
async def tool(text: str) -> str:
    """Counts words.

    Args:
        text: what is counted
    """
    return str(len(text.split()))
`;

test('a branch of an agent workspace is one, too: trusted as far as that, and gone from the list when it is dropped', async () => {
  await using one = await scriptedModelServer([
    { calls: [{ tool: 'count', arguments: { text: 'a b c' } }] },
    { text: 'Three words.' },
  ]);
  await using home = await phiHome({ global: `profiles:\n  one: {baseurl: '${one.baseUrl}', key: k, model: m}\n` });
  await mkdir(join(home.workspace, 'tools'));
  await writeFile(join(home.workspace, 'tools', 'count.py'), TOOL);
  await using engine = await phiEngine({ home, start: { args: ['-dir', home.workspace] } });
  const { api, session } = engine;
  const { path } = await api.workspaces.open({ path: home.workspace });
  const { hash } = await api.workspaces.review({ path });
  await api.workspaces.trust({ path, hash, network: false });
  await vi.waitFor(
    async () => expect((await first(api.workspaces.changed())).find((it) => it.path === path)?.state).toBe('ready'),
    { timeout: 60_000 },
  );

  await api.branches.tryWith({ session, text: 'Count', profiles: ['one'], budget: {} });
  await ended(engine, 'one', 'done');
  const branch = await branchOf(engine, 'one');
  expect(branch?.line).toBe('Three words.');
  const told = JSON.stringify(one.completions.at(-1)?.body);
  expect(told).toContain('"3"');
  // Nothing of a copy runs any more when its work is over; the next turn in it has all of it again.
  const listed = async () => (await first(api.workspaces.changed())).map((it) => it.path);
  await vi.waitFor(async () => expect(await listed()).toEqual([path]), { timeout: 20_000 });
  one.push({ calls: [{ tool: 'count', arguments: { text: 'a b c d' } }] }, { text: 'Four words.' });
  await engine.say('And now?', undefined, branch?.session);
  expect(JSON.stringify(one.completions.at(-1)?.body)).toContain('"4"');
  expect(await listed()).toEqual(expect.arrayContaining([path, branch?.folder]));

  await api.branches.drop({ branch: branch?.id ?? '' });
  expect((await first(api.workspaces.changed())).map((it) => it.path)).toEqual([path]);
  await api.branches.restore({ branch: branch?.id ?? '' });
  const restored = async () => (await first(api.workspaces.changed())).find((it) => it.path === branch?.folder);
  await vi.waitFor(async () => expect((await restored())?.state).toBe('ready'), { timeout: 60_000 });
});

test('a message that is tried asks at least as much as the session in which it was written', async () => {
  await using one = await scriptedModelServer([{ text: 'Hello.' }]);
  await using home = await phiHome({ global: `profiles:\n  one: {baseurl: '${one.baseUrl}', key: k, model: m}\n` });
  await using engine = await phiEngine({ home, start: { args: ['-dir', home.workspace] } });
  const { api, session } = engine;
  await api.settings.set({ key: 'approvals.mode', value: 'workspace' });
  await api.rules.setMode({ session, mode: 'read-only' });

  await api.branches.tryWith({ session, text: 'Hello', profiles: ['one'], budget: {} });
  await ended(engine, 'one', 'done');
  const branch = await branchOf(engine, 'one');
  expect(await api.rules.mode({ session: branch?.session ?? '' })).toBe('read-only');
});

test('a task that runs in a branch leaves the workspace alone until it is accepted', async () => {
  await using one = await scriptedModelServer([
    { calls: [{ tool: 'execute_command', arguments: { command_line: 'echo done > report.txt' } }] },
    { text: 'I wrote it.' },
  ]);
  await using home = await phiHome({ global: `profiles:\n  one: {baseurl: '${one.baseUrl}', key: k, model: m}\n` });
  await mkdir(join(home.workspace, 'schedules', 'report'), { recursive: true });
  const task = '---\nname: report\ncron: "0 9 * * *"\nbranch: true\n---\n\nWrite the report.\n';
  await writeFile(join(home.workspace, 'schedules', 'report', 'TASK.md'), task);
  await using engine = await phiEngine({ home, start: { args: ['-dir', home.workspace] } });
  const { api } = engine;
  const { path } = await api.workspaces.open({ path: home.workspace });
  await api.workspaces.setOptions({ path, offersOwnTools: true });
  const { hash } = await api.workspaces.review({ path });
  await api.workspaces.trust({ path, hash, network: false });
  const tasks = async () => await first(api.schedules.changed());
  await vi.waitFor(async () => expect(await tasks()).toMatchObject([{ inBranch: true }]), { timeout: 30_000 });

  const { run } = await api.schedules.runNow({ workspace: path, folder: 'report' });
  const state = async () => (await first(api.schedules.inbox())).runs.find(({ id }) => id === run);
  await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'done', line: 'I wrote it.' }), {
    timeout: 60_000,
  });
  const branch = (await state())?.branch;
  expect(branch?.state).toBe('open');
  expect(existsSync(join(home.workspace, 'report.txt'))).toBe(false);
  const ofRun = async () => (await first(api.branches.changed())).find(({ id }) => id === branch?.id);
  await vi.waitFor(async () => expect(await ofRun()).toMatchObject({ state: 'done', line: 'I wrote it.' }));
  const made = await ofRun();
  expect(await readFile(join(made?.folder ?? '', 'report.txt'), 'utf8')).toBe('done\n');

  // The copy has the same task, which is no further one.
  expect((await tasks()).map(({ workspace }) => workspace)).toEqual([path]);
  await vi.waitFor(async () => expect((await first(api.workspaces.changed())).length).toBe(1), { timeout: 20_000 });
  await api.schedules.accept({ run });
  await vi.waitFor(async () => expect(await readFile(join(home.workspace, 'report.txt'), 'utf8')).toBe('done\n'), {
    timeout: 30_000,
  });
  expect((await state())?.branch?.state).toBe('taken');
  await api.branches.drop({ branch: branch?.id ?? '' });
  expect((await state())?.branch?.state).toBe('dropped');
  await expect(api.schedules.accept({ run })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a test that the person edits in its question has the exit code of what ran', async () => {
  await using server = await scriptedModelServer([{ text: 'Done.' }]);
  const global = `profiles:\n  one: {baseurl: '${server.baseUrl}', key: k, model: m}\n`;
  await using home = await phiHome({ global });
  await using engine = await phiEngine({
    home,
    start: { args: ['-dir', home.workspace] },
    answer: () => ({ verdict: 'allow', command: 'exit 3' }),
  });
  const { api, session } = engine;
  const test = 'python3 -c "import os; os.remove(1)"';
  await api.branches.tryWith({ session, text: 'Do it', profiles: ['one'], budget: {}, test });

  await ended(engine, 'one', 'done');

  expect(await branchOf(engine, 'one')).toMatchObject({ test: { command: test, exitCode: 3 } });
});
