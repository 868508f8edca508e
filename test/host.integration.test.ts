import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CleanupStack } from '#core/async/cleanup-stack';
import { ROOT, runBuiltHost, startBuiltHost } from './support/built-host.ts';
import { processesWithMark } from './support/processes.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

if (!existsSync(join(ROOT, 'out', 'main', 'web.js')))
  throw new Error('Run npm run build first: these tests run the built host');

/** Time in which a host has loaded its late code, on a busy machine too. */
const LATE_MS = 2000;
const SIZE = { columns: 80, rows: 24 };

describe('start-up', () => {
  /** Packages that are needed later, or never, and so must not delay a start. */
  const HEAVY = [
    'openai',
    'undici',
    '@xterm/headless',
    '@xterm/addon-serialize',
    'pidusage',
    'ajv',
    '@modelcontextprotocol/sdk',
    '@napi-rs/keyring',
    'ts-morph',
    'socket.io',
    'engine.io',
    'ioredis',
    'hono',
    '@grpc/grpc-js',
    'monaco-editor',
    'react',
    'electron',
  ];

  test('no bundle that runs from the code cache imports by itself, which it could not', async () => {
    const chunks = join(ROOT, 'out', 'main', 'chunks');
    // The compiler in the js-host has it in its messages alone.
    const isCompiler = (name: string) => name.startsWith('functions-');
    const cached = (await readdir(chunks)).filter((name) => name.endsWith('.cache') && !isCompiler(name));
    expect(cached.length).toBeGreaterThan(5);
    for (const name of cached) {
      const text = await readFile(join(chunks, name.replace(/\.cache$/, '')), 'utf8');
      expect(text.match(/\bimport\([^)]*\)/g) ?? [], name).toEqual([]);
    }
  });

  test('loads none of the heavy packages', async () => {
    await using folder = await temporaryFolder();
    const host = await startBuiltHost({
      dataFolder: folder.path,
      nodeArgs: ['-r', join(ROOT, 'test', 'fixtures', 'print-loaded-files.cjs')],
    });
    await setTimeout(LATE_MS);
    const { stderr } = await host.signal('SIGTERM');

    const files = [...stderr.matchAll(/^loaded (.*)$/gm)].map(([, file = '']) => file);
    const bundles = files.filter((file) => file.startsWith(join(ROOT, 'out')));
    expect(bundles.length).toBeGreaterThan(1);
    const texts = await Promise.all(bundles.map((file) => readFile(file, 'utf8')));
    const packages = new Set(
      [...texts.join('\n').matchAll(/^\s*\/\/ (?:\.\.\/)*node_modules\/((?:@[\w-]+\/)?[\w.-]+)/gm)].map(
        ([, name]) => name,
      ),
    );
    expect([...packages]).toEqual(expect.arrayContaining(['zod', 'pino', 'ws', '@orpc/server']));
    expect(HEAVY.filter((name) => packages.has(name))).toEqual([]);
    // Outside the bundles too: native modules come with the first terminal.
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
  });

  test('calls no late code before it is ready, and has all of it soon', async () => {
    await using folder = await temporaryFolder();
    const host = await startBuiltHost({
      dataFolder: folder.path,
      nodeArgs: ['-r', join(ROOT, 'test', 'fixtures', 'print-late-code.cjs')],
    });
    using _connected = await host.connect();
    await setTimeout(LATE_MS);
    const { stderr } = await host.signal('SIGTERM');

    const [before = '', after = ''] = stderr.split('ready\n');
    // What stands here belongs to the files of its folder that a start calls: scripts/late-folders.ts.
    expect(before).toBe('');
    const loaded = [...after.matchAll(/^late (\S+)/gm)].map(([, name = '']) => name);
    const late = (await readdir(join(ROOT, 'out', 'main', 'chunks'))).filter((name) => /^late\..*\.js$/.test(name));
    expect(late.length).toBeGreaterThan(10);
    expect([...new Set(loaded)].sort()).toEqual(late.sort());
  });

  test('runs what V8 made of its bundles when they were built, and does without where it is not theirs', async () => {
    await using folder = await temporaryFolder();
    const chunks = join(folder.path, 'out', 'main', 'chunks');
    await cp(join(ROOT, 'out', 'main'), join(folder.path, 'out', 'main'), { recursive: true });
    for (const name of ['package.json', 'resources', 'node_modules', 'out/renderer'])
      await symlink(join(ROOT, name), join(folder.path, name));
    const kept = (await readdir(chunks)).filter((name) => name.endsWith('.js.cache'));
    expect(kept.length).toBeGreaterThan(3);
    const isTaken = `const [file] = process.argv.slice(1), { readFileSync } = require('node:fs');
      const options = { filename: file, cachedData: readFileSync(file + '.cache') };
      const text = require('node:module').wrap(readFileSync(file, 'utf8'));
      process.exit(new (require('node:vm').Script)(text, options).cachedDataRejected ? 1 : 0)`;
    const largest = kept.find((name) => name.startsWith('joined-consoles')) ?? kept[0] ?? '';
    const file = join(chunks, largest.replace('.cache', ''));
    expect(spawnSync(process.execPath, ['-e', isTaken, file], { env: { PATH: process.env.PATH } }).status).toBe(0);

    for (const name of kept) await writeFile(join(chunks, name), 'not of this V8');
    await using host = await startBuiltHost({ installFolder: folder.path, dataFolder: join(folder.path, 'data') });
    using connected = await host.connect();
    expect((await connected.api.terminals.open({ ...SIZE, shell: '/bin/sh' })).pid).toBeGreaterThan(1);
  });

  test('of six at once on one data folder makes one host, which the others open', async () => {
    await using folder = await temporaryFolder();
    await writeFile(
      join(folder.path, 'host.lock'),
      JSON.stringify({ pid: 1, started: 'before', nonce: 'x', socket: 'y' }),
    );
    await using ends = new CleanupStack();
    // A second start says that it is ready, too, and ends: which of them is the host stands in the lock.
    const starts = await Promise.all(Array.from({ length: 6 }, () => startBuiltHost({ dataFolder: folder.path })));
    for (const start of starts) ends.use(start);
    const { pid } = JSON.parse(await readFile(join(folder.path, 'host.lock'), 'utf8')) as { pid: number };

    const again = await runBuiltHost({ dataFolder: folder.path });
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`process ${pid}`) });
    await expect.poll(() => processesWithMark(`SIGMA_DATA=${folder.path}`)).toEqual([pid]);
    expect(starts.map((start) => start.pid)).toContain(pid);
  });

  test('a second start prints an address that works', async () => {
    await using folder = await temporaryFolder();
    await using _host = await startBuiltHost({ dataFolder: folder.path });

    const { stdout } = await runBuiltHost({ dataFolder: folder.path });
    const address = /ready at (\S+)/.exec(stdout)?.[1] ?? '';

    const login = await fetch(address, { redirect: 'manual' });
    expect([login.status, login.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('HttpOnly')]);
  });
});

describe('a start that cannot be is refused with one clear message', () => {
  test('an unknown option: exit 2', async () => {
    await using folder = await temporaryFolder();
    const end = await runBuiltHost({ dataFolder: folder.path, args: ['--colour'] });

    expect(end).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('There is no flag --colour'),
    });
    expect(end.stderr).not.toContain('    at ');
  });

  test('a workspace that is not there: exit 1', async () => {
    await using folder = await temporaryFolder();
    const end = await runBuiltHost({ dataFolder: folder.path, args: ['-dir', join(folder.path, 'missing')] });

    expect(end).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('missing cannot be opened') });
  });

  test('a port that is taken: exit 1', async () => {
    await using folder = await temporaryFolder();
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    const end = await runBuiltHost({ dataFolder: folder.path, args: ['--no-open', '--port', String(port)] });
    server.close();

    expect(end).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`Port ${port} is taken`) });
    expect((await readdir(folder.path)).filter((name) => name.startsWith('host.'))).toEqual([]);
  });

  test('a data folder that cannot be written: exit 1, with the path and what to do', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    const end = await runBuiltHost({ dataFolder: join(file, 'data') });

    expect(end).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/file.data cannot be written[\s\S]*SIGMA_DATA/),
    });
  });

  test('a ledger folder that is a file: exit 1', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'ledger'), '');
    const end = await runBuiltHost({ dataFolder: folder.path });

    expect(end).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('ledger') });
    expect(end.stderr).not.toContain('    at ');
  });

  test.each([
    ['--version', /^\d+\.\d+\.\d+\n$/],
    ['-h', /--no-open/],
  ])('%s is answered without a start', async (flag, text) => {
    await using folder = await temporaryFolder();
    const end = await runBuiltHost({ dataFolder: join(folder.path, 'data'), args: [flag] });

    expect(end).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(text) });
    expect(existsSync(join(folder.path, 'data'))).toBe(false);
  });
});

describe('ending', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends shells and all they started', async (signal) => {
    await using folder = await temporaryFolder();
    const host = await startBuiltHost({
      dataFolder: folder.path,
      environment: { SIGMA_TEST_MARK: 'none', MARK: folder.path },
    });
    using connected = await host.connect();
    const { id } = await connected.api.terminals.open({ ...SIZE, shell: '/bin/sh' });
    await connected.api.terminals.write({ id, data: 'sleep 300 & sleep 301\r' });
    await expect.poll(() => processesWithMark(`MARK=${folder.path}`).then((pids) => pids.length)).toBeGreaterThan(2);

    expect((await host.signal(signal)).exitCode).toBe(0);

    await expect.poll(() => processesWithMark(`MARK=${folder.path}`)).toEqual([]);
    expect((await readdir(folder.path)).filter((name) => name.startsWith('host.'))).toEqual([]);
  });

  test('a second signal exits at once, whatever is still being ended', async () => {
    await using folder = await temporaryFolder();
    const host = await startBuiltHost({ dataFolder: folder.path, environment: { MARK: folder.path } });
    using connected = await host.connect();
    const { id, pid } = await connected.api.terminals.open({ ...SIZE, shell: '/bin/sh' });
    await connected.api.terminals.write({
      id,
      data: `trap '' TERM HUP INT; touch ${folder.path}/stubborn; while :; do sleep 1; done\r`,
    });
    await expect.poll(() => existsSync(join(folder.path, 'stubborn'))).toBe(true);

    void host.signal('SIGTERM');
    await setTimeout(700);
    const startedAt = Date.now();
    const { exitCode } = await host.signal('SIGTERM');
    process.kill(pid, 'SIGKILL');

    expect(exitCode).toBe(1);
    expect(Date.now() - startedAt).toBeLessThan(1000);
    await expect.poll(() => processesWithMark(`MARK=${folder.path}`)).toEqual([]);
  });

  test('after kill -9 the next start takes over, with what was kept', async () => {
    await using folder = await temporaryFolder();
    const host = await startBuiltHost({ dataFolder: folder.path });
    using connected = await host.connect();
    const session = await connected.api.sessions.create({ title: 'kept' });
    await host.signal('SIGKILL');

    await using next = await startBuiltHost({ dataFolder: folder.path });
    using again = await next.connect();
    const ids: string[] = [];
    for await (const sessions of await again.api.sessions.changed()) {
      ids.push(...sessions.map(({ id, title }) => `${id} ${title}`));
      if (ids.length > 0) break;
    }

    expect(ids).toEqual([`${session.id} kept`]);
  });

  test('asking it to quit ends it', async () => {
    await using folder = await temporaryFolder();
    const host = await startBuiltHost({ dataFolder: folder.path });
    using connected = await host.connect();

    await connected.api.app.quit();

    expect((await host.ended).exitCode).toBe(0);
  });
});

test("a shell gets the person's environment without the app's own variables", async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'home'));
  await using host = await startBuiltHost({
    dataFolder: folder.path,
    environment: { ELECTRON_RUN_AS_NODE: '1', npm_config_x: 'x', PERSONS: 'own', HOME: join(folder.path, 'home') },
  });
  using connected = await host.connect();
  const file = join(folder.path, 'environment');
  const { id } = await connected.api.terminals.open({ ...SIZE, shell: '/bin/sh' });
  await connected.api.terminals.write({ id, data: `env > ${file}; chmod 600 ${file}\r` });

  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('PERSONS=own');
  expect(await readFile(file, 'utf8')).not.toMatch(/^(SIGMA_(?!GROUP)|ELECTRON_|npm_|NODE_OPTIONS)/m);
  await chmod(file, 0o600);
});
