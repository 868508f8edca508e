import { mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import type { ToolLink } from '#tools';
import { processesWithMark } from '../../support/processes.ts';
import { fixture, providersWorkbench, type Workbench } from './providers-workbench.ts';

const apiOf = ({ providers }: Workbench) => createRouterClient(providers.router, { context: { reportBug() {} } });

async function rememberIn(bench: Workbench, name: string, ...args: string[]) {
  return await apiOf(bench).attach({ spec: fixture(name, ...args), remember: true });
}

test('what is remembered starts again where the workspace is trusted, with what was set for it', async () => {
  await using first = await providersWorkbench({ isTrusted: true });
  const view = await rememberIn(first, 'named.sh', 'look');
  await apiOf(first).setCallTimeout({ id: view.id, ms: 700 });
  await apiOf(first).offer({ id: view.id, tool: 'look', on: false });
  await first.providers[Symbol.asyncDispose]();

  await using second = await providersWorkbench({ folder: first.folder.path, isTrusted: true });
  const [again] = second.providers.list.value;
  expect(await second.until(again?.id ?? '', ({ state }) => state === 'running')).toMatchObject({
    title: view.title,
    callTimeoutMs: 700,
    isRemembered: true,
    tools: [{ name: 'look', isOffered: false }],
  });
  expect(second.runner.freeze(second.scope).tools.map(({ name }) => name)).toEqual(['execute_command']);
});

test('in a workspace that is not trusted nothing starts until the person trusts it', async () => {
  await using first = await providersWorkbench();
  await rememberIn(first, 'named.sh', 'look');
  await first.providers[Symbol.asyncDispose]();

  await using second = await providersWorkbench({ folder: first.folder.path });
  const [waiting] = second.providers.list.value;
  expect(waiting).toMatchObject({ state: 'waiting-for-trust' });
  expect(second.providers.status(second.scope)).toContain('Waiting for trust');
  await expect(apiOf(second).restart({ id: waiting?.id ?? '' })).rejects.toMatchObject({ code: 'DENIED' });

  await apiOf(second).trust({ id: waiting?.id ?? '' });
  await second.until(waiting?.id ?? '', ({ state }) => state === 'running');
});

test('tools that changed since they were approved wait for approval, and are approved as they were seen', async () => {
  await using first = await providersWorkbench({ isTrusted: true });
  await rememberIn(first, 'restart.py', 'changing');
  await first.providers[Symbol.asyncDispose]();

  await using second = await providersWorkbench({ folder: first.folder.path, isTrusted: true });
  const id = second.providers.list.value[0]?.id ?? '';
  const changed = await second.until(id, ({ state }) => state === 'changed');
  expect(changed.difference).toContain('sends it away');
  await expect(apiOf(second).approveTools({ id, hash: 'another' })).rejects.toMatchObject({ code: 'CONFLICT' });

  await apiOf(second).approveTools({ id, hash: changed.hash });
  expect(second.view(id)).toMatchObject({ state: 'running', tools: [{ isOffered: true }] });
  expect(second.view(id)).not.toHaveProperty('difference');
  await expect(apiOf(second).approveTools({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  await second.providers[Symbol.asyncDispose]();

  await using third = await providersWorkbench({ folder: first.folder.path, isTrusted: true });
  await third.until(third.providers.list.value[0]?.id ?? '', ({ state }) => state === 'running');
});

test('what is forgotten does not come back; what runs is not forgotten', async () => {
  await using first = await providersWorkbench();
  const { id } = await rememberIn(first, 'named.sh', 'look');
  await expect(apiOf(first).forget({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  await apiOf(first).kill({ id });
  await apiOf(first).forget({ id });
  expect(first.providers.list.value).toEqual([]);
  await first.providers[Symbol.asyncDispose]();
  await using second = await providersWorkbench({ folder: first.folder.path });
  expect(second.providers.list.value).toEqual([]);
});

test('a restart by hand keeps the place and takes a new PID', async () => {
  await using bench = await providersWorkbench();
  const { id, pid } = await bench.attach('named.sh', 'look');
  await apiOf(bench).restart({ id });
  expect(bench.view(id).state).toBe('running');
  expect(bench.view(id).pid).not.toBe(pid);
});

test('one that is restarted twice at once runs once, and nothing of it is left when it is ended', async () => {
  await using bench = await providersWorkbench();
  const { id } = await bench.attach('named.sh', 'look');
  await Promise.all([apiOf(bench).restart({ id }), apiOf(bench).restart({ id })]);
  expect(bench.view(id).state).toBe('running');
  await apiOf(bench).kill({ id });
  expect(await processesWithMark(bench.mark)).toEqual([]);
});

test('a file that cannot be understood is kept beside, and nothing of it starts', async () => {
  await using first = await providersWorkbench();
  const file = join(first.folder.path, 'providers.yaml');
  await writeFile(file, 'version: 7\n');
  await using second = await providersWorkbench({ folder: first.folder.path });
  expect(second.providers.list.value).toEqual([]);
  const { fields } = second.logged.find(({ event }) => event === 'providers.file.broken') ?? {};
  expect(fields).toMatchObject({ file });
  await rememberIn(second, 'named.sh', 'look');
  expect(await readFile(file, 'utf8')).toContain('version: 1');
});

test('a file that cannot be read for a moment stays, with all that was in it', async () => {
  await using first = await providersWorkbench();
  await rememberIn(first, 'named.sh', 'look');
  await first.providers[Symbol.asyncDispose]();
  const folder = first.folder.path;
  const file = join(folder, 'providers.yaml');
  await rename(file, `${file}.good`);
  // A link to itself is there, and nobody can read it.
  await symlink(file, file);

  await using second = await providersWorkbench({ folder });
  expect(second.providers.list.value).toEqual([]);
  expect(second.logged.map(({ event }) => event)).toContain('providers.file.unreadable');
  await rememberIn(second, 'named.sh', 'other');
  expect(second.logged.map(({ event }) => event)).toContain('providers.unsaved');
  expect((await readdir(folder)).filter((name) => name.includes('broken'))).toEqual([]);

  await unlink(file);
  await rename(`${file}.good`, file);
  const { id } = await rememberIn(second, 'named.sh', 'third');
  expect(await readFile(file, 'utf8')).toMatch(/look.*other.*third/s);
  await apiOf(second).kill({ id });
  await apiOf(second).forget({ id });
  await second.providers[Symbol.asyncDispose]();

  await using third = await providersWorkbench({ folder });
  expect(third.providers.list.value.map(({ title }) => title.split(' ').at(-1))).toEqual(['look', 'other']);
});

function silentLink(changed = new Emitter<void>(), words = () => ''): ToolLink {
  return {
    pid: undefined,
    declarations: () => [{ name: 'srv_look', description: words(), parameters: { type: 'object' } }],
    onChanged: changed.subscribe,
    ended: new Promise(() => {}),
    onStderr: () => () => {},
    call: async () => 'seen',
    [Symbol.asyncDispose]: async () => {},
  };
}

test('secrets of a server are neither in the file nor on the page, and are there again at the next start', async () => {
  const seen: unknown[] = [];
  const open = {
    mcp: async (spec: unknown) => {
      seen.push(spec);
      return silentLink();
    },
  };
  await using first = await providersWorkbench({ isTrusted: true, open });
  const headers = { Authorization: 'Bearer very-secret' };
  const url = 'https://user:pass-word@example.org/mcp?token=in-the-query';
  const spec = { kind: 'mcp', name: 'srv', transport: { type: 'http', url, headers } } as const;
  const view = await apiOf(first).attach({ spec, remember: true });

  expect(JSON.stringify(first.providers.list.value)).not.toMatch(/very-secret|pass-word|in-the-query/);
  expect(view.title).toBe('srv: https://example.org/mcp');
  const file = await readFile(join(first.folder.path, 'providers.yaml'), 'utf8');
  expect(file).not.toMatch(/very-secret|pass-word/);
  expect([...first.secrets.values()]).toEqual([expect.stringContaining('very-secret')]);
  await first.providers[Symbol.asyncDispose]();

  await using second = await providersWorkbench({
    folder: first.folder.path,
    isTrusted: true,
    open,
    secrets: first.secrets,
  });
  await second.until(second.providers.list.value[0]?.id ?? '', ({ state }) => state === 'running');
  const bare = { ...spec, transport: { ...spec.transport, url: 'https://example.org/mcp?token=in-the-query' } };
  expect(seen).toEqual([spec, bare]);
});

test('a server that changes its tools while it runs waits for approval; taken back, it goes on by itself', async () => {
  const changed = new Emitter<void>();
  let description = 'Looks';
  const open = { mcp: async () => silentLink(changed, () => description) };
  await using bench = await providersWorkbench({ open });
  const transport = { type: 'stdio', argv: ['x'], environment: {} } as const;
  const { id } = await apiOf(bench).attach({
    spec: { kind: 'mcp', name: 'srv', transport: { ...transport, argv: ['x'] } },
    remember: false,
  });

  description = 'Sends it away';
  changed.emit();
  expect(bench.view(id)).toMatchObject({ state: 'changed', difference: expect.stringContaining('Sends it away') });
  expect(bench.providers.tools.tools()).toEqual([]);

  description = 'Looks';
  changed.emit();
  expect(bench.view(id).state).toBe('running');

  description = 'x'.repeat(60_000);
  changed.emit();
  expect(bench.view(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('60000 characters') });
});

test('providers of a session end with it; those of the workspace stay', async () => {
  await using bench = await providersWorkbench();
  await bench.attachFor('one', 'named.sh', 'look');
  await bench.attach('named.sh', 'other');
  await bench.providers.endSession('one');
  expect(bench.providers.list.value).toMatchObject([{ state: 'running', tools: [{ name: 'other' }] }]);
});

test('one that is ended while it starts is gone when that is said', async () => {
  await using bench = await providersWorkbench();
  const attaching = bench.attach('silent.sh').catch((error: unknown) => error);
  const { id } = await bench.until(bench.providers.list.value[0]?.id ?? '', ({ state }) => state === 'initializing');
  await expect.poll(async () => (await processesWithMark(bench.mark)).length).toBeGreaterThan(0);
  await apiOf(bench).kill({ id });
  expect(await processesWithMark(bench.mark)).toEqual([]);
  expect(bench.view(id)).toMatchObject({ state: 'completed', reason: 'by user' });
  expect(await attaching).toMatchObject({ code: 'CANCELLED' });
});

test('a tool tried by hand is asked about, runs, and is on the record and in the last calls', async () => {
  await using bench = await providersWorkbench();
  const { id } = await bench.attach('weather.py');
  const result = await apiOf(bench).tryTool({ id, tool: 'get_weather', arguments: '{"city":"Oslo"}' });
  expect(result).toMatchObject({ outcome: 'done', content: expect.stringContaining('Sunny in Oslo') });
  expect(bench.questions).toHaveLength(1);
  expect((await bench.events()).map(({ type }) => type)).toEqual([
    'provider.attached',
    'approval.asked',
    'approval.decided',
    'tool.called',
    'tool.returned',
  ]);
  for await (const calls of await apiOf(bench).calls({ id })) {
    expect(calls).toMatchObject([{ tool: 'get_weather', outcome: 'done', arguments: '{"city":"Oslo"}' }]);
    break;
  }
  const wrong = await apiOf(bench).tryTool({ id, tool: 'get_weather', arguments: '{}' });
  expect(wrong).toMatchObject({ outcome: 'invalid' });
});

test('diagnostics of a provider that failed can still be read', async () => {
  await using bench = await providersWorkbench();
  const { id } = await bench.attach('crash.py');
  await bench.call('look');
  for await (const tail of await apiOf(bench).stderr({ id })) {
    expect(tail).toEqual({ text: 'about to fail\n', droppedBytes: 0 });
    break;
  }
});

test('what is remembered of another workspace starts when that is opened, and is offered there alone', async () => {
  await using first = await providersWorkbench({ isTrusted: true });
  await rememberIn(first, 'named.sh', 'look');
  const other = join(first.folder.path, 'other');
  await mkdir(other);
  await apiOf(first).attach({ spec: fixture('named.sh', 'listen'), workspace: other, remember: true });
  await first.providers[Symbol.asyncDispose]();

  await using second = await providersWorkbench({ folder: first.folder.path, isTrusted: true });
  expect(second.providers.list.value.map(({ workspace }) => workspace)).toEqual([second.scope.workspace]);
  await second.providers.recall(other);
  const views = second.providers.list.value;
  expect(views.map(({ workspace, state }) => [workspace, state])).toContainEqual([other, 'waiting-for-trust']);
  await apiOf(second).trust({ id: views[1]?.id ?? '' });
  for (const { id } of views) await second.until(id, ({ state }) => state === 'running');

  const offeredIn = (workspace: string) =>
    second.runner.freeze({ ...second.scope, workspace }).tools.map(({ name }) => name);
  expect(offeredIn(second.scope.workspace)).toEqual(['look', 'execute_command']);
  expect(offeredIn(other)).toEqual(['listen', 'execute_command']);
  expect(second.providers.status({ workspace: other })).toContain('listen');
  await expect(second.providers.kill(views[0]?.pid ?? -1, { workspace: other })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('one attached before what its workspace remembers has been read leaves that remembered', async () => {
  await using first = await providersWorkbench({ isTrusted: true });
  const other = join(first.folder.path, 'other');
  await mkdir(other);
  await apiOf(first).attach({ spec: fixture('named.sh', 'look'), workspace: other, remember: true });
  await first.providers[Symbol.asyncDispose]();

  await using second = await providersWorkbench({ folder: first.folder.path, isTrusted: true });
  await apiOf(second).attach({ spec: fixture('named.sh', 'listen'), workspace: other, remember: true });
  await second.providers[Symbol.asyncDispose]();

  await using third = await providersWorkbench({ folder: first.folder.path, isTrusted: true });
  const titles = (await apiOf(third).remembered({ workspace: other })).map(({ title }) => title.split(' ').at(-1));
  expect(titles.sort()).toEqual(['listen', 'look']);
  await third.providers.recall(other);
  expect(third.providers.list.value).toHaveLength(2);
});

test('two workspaces may have tools of one name, and forgetting one leaves the other remembered', async () => {
  await using bench = await providersWorkbench({ isTrusted: true });
  const other = join(bench.folder.path, 'other');
  await mkdir(other);
  const here = await rememberIn(bench, 'named.sh', 'look');
  const there = await apiOf(bench).attach({ spec: fixture('named.sh', 'look'), workspace: other, remember: true });
  expect([here.state, there.state]).toEqual(['running', 'running']);

  await apiOf(bench).kill({ id: here.id });
  await apiOf(bench).forget({ id: here.id });
  await bench.providers[Symbol.asyncDispose]();

  await using again = await providersWorkbench({ folder: bench.folder.path, isTrusted: true });
  expect(again.providers.list.value).toEqual([]);
  await again.providers.recall(other);
  expect(again.providers.list.value.map(({ workspace }) => workspace)).toEqual([other]);
});

test('one whose secrets cannot be removed is not forgotten, and can be later', async () => {
  let isLocked = true;
  class Keychain extends Map<string, string> {
    override delete(account: string): boolean {
      if (isLocked) throw new AppError('UNAVAILABLE', 'The key is not removed: it is locked');
      return super.delete(account);
    }
  }
  const open = { mcp: async () => silentLink() };
  await using bench = await providersWorkbench({ open, secrets: new Keychain() });
  const transport = {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: { Authorization: 'very-secret' },
  } as const;
  const { id } = await apiOf(bench).attach({ spec: { kind: 'mcp', name: 'srv', transport }, remember: true });
  await apiOf(bench).kill({ id });
  await expect(apiOf(bench).forget({ id })).rejects.toThrow('it is locked');
  expect(await apiOf(bench).remembered({ workspace: bench.scope.workspace })).toMatchObject([{ id }]);
  isLocked = false;
  await apiOf(bench).forget({ id });
  expect([bench.providers.list.value, bench.secrets.size]).toEqual([[], 0]);
});

test('one that is started again while it is forgotten keeps its secrets', async () => {
  let beforeRemove = async (): Promise<unknown> => undefined;
  const open = { mcp: async () => silentLink() };
  await using bench = await providersWorkbench({ open, beforeRemove: () => beforeRemove() });
  const headers = { Authorization: 'very-secret' };
  const transport = { type: 'http', url: 'https://example.org/mcp', headers } as const;
  const { id } = await apiOf(bench).attach({ spec: { kind: 'mcp', name: 'srv', transport }, remember: true });
  await apiOf(bench).kill({ id });
  beforeRemove = async () => {
    if (bench.view(id).state !== 'running') await apiOf(bench).restart({ id });
  };
  await expect(apiOf(bench).forget({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect([...bench.secrets.values()]).toEqual([JSON.stringify(headers)]);
});

test('servers of one name in two workspaces get each what is theirs; secrets of an earlier version are found', async () => {
  const seen: unknown[] = [];
  const open = {
    mcp: async (spec: unknown) => {
      seen.push(spec);
      return silentLink();
    },
  };
  const serverWith = (secret: string) => {
    const transport = { type: 'http', url: 'https://example.org/mcp', headers: { Authorization: secret } } as const;
    return { kind: 'mcp', name: 'srv', transport } as const;
  };
  await using bench = await providersWorkbench({ isTrusted: true, open });
  const { secrets, folder } = bench;
  const other = join(folder.path, 'other');
  await mkdir(other);
  await apiOf(bench).attach({ spec: serverWith('here'), remember: true });
  await apiOf(bench).attach({ spec: serverWith('there'), workspace: other, remember: true });
  await bench.providers[Symbol.asyncDispose]();

  const startedAgain = async () => {
    seen.length = 0;
    await using again = await providersWorkbench({ folder: folder.path, isTrusted: true, open, secrets });
    await again.until(again.providers.list.value[0]?.id ?? '', ({ state }) => state === 'running');
    return [...seen];
  };
  expect(await startedAgain()).toEqual([serverWith('here')]);

  secrets.clear();
  secrets.set('mcp:srv', JSON.stringify({ Authorization: 'of an earlier version' }));
  expect(await startedAgain()).toEqual([serverWith('of an earlier version')]);
});
