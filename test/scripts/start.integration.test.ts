import { existsSync } from 'node:fs';
import { readdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CheckoutStart, type FakeCheckout, fakeCheckout } from '../support/fake-checkout.ts';
import { processesWithMark } from '../support/processes.ts';

const CI = 'npm ci --no-audit --no-fund --loglevel=error';
const DISPLAY = { DISPLAY: ':404' };
const FAILURE = 'node_modules/.cache/sigma-shell/electron-not-fetched';
const isRoot = process.getuid?.() === 0;

async function ready({ output, child }: CheckoutStart): Promise<void> {
  await expect.poll(output, { timeout: 20_000 }).toContain('Sigma Shell is ready');
  expect(child.exitCode).toBeNull();
}

async function nothingIsLeftOf({ mark }: FakeCheckout): Promise<void> {
  await expect.poll(() => processesWithMark(mark), { timeout: 5000 }).toEqual([]);
}

/** Starts, waits until the host is there, and ends it. */
async function once(checkout: FakeCheckout, args: readonly string[], environment = {}): Promise<string> {
  const start = checkout.start(args, environment);
  await ready(start);
  start.child.kill('SIGTERM');
  return (await start.ended).output;
}

describe.runIf(process.platform === 'linux')('npm start (Linux: looks at the process list)', () => {
  test('installs and builds a fresh checkout, and then neither', async () => {
    await using checkout = await fakeCheckout();
    const first = await once(checkout, ['--no-open', '--port', '0']);
    expect(first).toMatch(/Installing packages[\s\S]*Installed in \d+ s[\s\S]*Building …[\s\S]*Built in/);
    await once(checkout, []);
    await checkout.write('src-main/a.ts', 'export {}');
    await once(checkout, []);

    expect(await checkout.calls()).toEqual([
      CI,
      'build build',
      'host --no-open --port 0',
      'host ended by SIGTERM',
      'host ',
      'host ended by SIGTERM',
      'build build',
      'host ',
      'host ended by SIGTERM',
    ]);
  });

  test.each([['-h'], ['--help'], ['-v'], ['--version']])('answers %s without installing or building', async (flag) => {
    await using checkout = await fakeCheckout();
    const { exitCode, output } = await checkout.start([flag]).ended;

    expect([exitCode, await checkout.calls(), existsSync(join(checkout.path, 'node_modules'))]).toEqual([0, [], false]);
    expect(output).toMatch(flag.includes('h') ? /1\.2\.3[\s\S]*--port <number>/ : /^1\.2\.3\n$/);
  });

  test.each([
    ['npm-fails', 7, /what npm says[\s\S]*npm ci failed with exit code 7/],
    ['build-fails', 3, /what the build says[\s\S]*build failed with exit code 3/],
  ])('%s: ends with that exit code and what was said', async (name, exitCode, text) => {
    await using checkout = await fakeCheckout();
    await checkout.write(name);

    expect(await checkout.start(['--no-open']).ended).toEqual({ exitCode, output: expect.stringMatching(text) });
    expect((await checkout.calls()).join()).not.toContain('host');
  });

  test('refuses a node_modules that is a link, which npm would empty', async () => {
    await using checkout = await fakeCheckout();
    await checkout.write('elsewhere/kept');
    await symlink('elsewhere', join(checkout.path, 'node_modules'));
    const { exitCode, output } = await checkout.start(['--no-open']).ended;

    expect([exitCode, output]).toEqual([1, expect.stringMatching(/node_modules is a link to elsewhere[\s\S]*remove/)]);
    expect([await checkout.calls(), await readdir(join(checkout.path, 'elsewhere'))]).toEqual([[], ['kept']]);
  });

  test.each([
    ['npm-hangs', 'SIGTERM', 143],
    ['npm-hangs', 'SIGINT', 130],
    ['build-hangs', 'SIGTERM', 143],
    ['build-hangs', 'SIGHUP', 129],
  ] as const)('%s: %s ends it with all it started', async (name, signal, exitCode) => {
    await using checkout = await fakeCheckout();
    await checkout.write(name);
    const start = checkout.start(['--no-open']);
    await expect.poll(() => existsSync(join(checkout.path, `${name}.reached`)), { timeout: 10_000 }).toBe(true);
    expect((await processesWithMark(checkout.mark)).length).toBeGreaterThan(2);

    start.child.kill(signal);

    expect((await start.ended).exitCode).toBe(exitCode);
    await nothingIsLeftOf(checkout);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on to the host and its exit code back',
    async (signal) => {
      await using checkout = await fakeCheckout();
      const start = checkout.start(['--no-open']);
      await ready(start);

      start.child.kill(signal);

      expect((await start.ended).exitCode).toBe(5);
      expect((await checkout.calls()).at(-1)).toBe(`host ended by ${signal}`);
      await nothingIsLeftOf(checkout);
    },
  );

  test('ends the host when the npm that started it dies of a signal without passing it on', async () => {
    await using checkout = await fakeCheckout();
    const { child: shell, output } = checkout.startInShell(['--no-open']);
    await expect.poll(output, { timeout: 20_000 }).toContain('Sigma Shell is ready');

    shell.kill('SIGKILL');

    await nothingIsLeftOf(checkout);
    expect((await checkout.calls()).at(-1)).toBe('host ended by SIGTERM');
  });
});

describe.runIf(process.platform === 'linux')('the window of npm start (Linux: a display can be missing)', () => {
  const electron = (script: string) => `#!/bin/sh\necho "electron $*" >> calls\n${script}\n`;
  const flags = (path: string) => `${isRoot ? '--no-sandbox ' : ''}${path}`;

  test('is Electron, fetched first; its exit code is passed', async () => {
    await using checkout = await fakeCheckout();
    await checkout.write('tools/electron', electron('exit 6'), 0o755);

    expect((await checkout.start(['-dir', 'x'], DISPLAY).ended).exitCode).toBe(6);
    expect((await checkout.calls()).slice(2)).toEqual(['fetch', `electron ${flags(checkout.path)} -dir x`]);
    await checkout.start([], DISPLAY).ended;
    expect((await checkout.calls()).filter((call) => call === 'fetch')).toHaveLength(1);
  });

  test('is a browser where Electron cannot be fetched, which is remembered for a day', async () => {
    await using checkout = await fakeCheckout();
    const fetches = async () => (await checkout.calls()).filter((call) => call === 'fetch').length;

    expect(await once(checkout, [], DISPLAY)).toContain('Electron cannot be fetched here');
    expect(await once(checkout, [], DISPLAY)).not.toContain('Electron');
    expect(await fetches()).toBe(1);
    const yesterday = Date.now() / 1000 - 25 * 3600;
    await utimes(join(checkout.path, FAILURE), yesterday, yesterday);
    await once(checkout, [], DISPLAY);
    expect(await fetches()).toBe(2);
  });

  test.each([
    [['--browser'], DISPLAY],
    [['--no-open'], DISPLAY],
    [[], {}],
  ])('is not Electron with %j and the display %j', async (args, environment) => {
    await using checkout = await fakeCheckout();
    await checkout.write('tools/electron', electron('exit 0'), 0o755);
    await once(checkout, args, environment);

    expect((await checkout.calls()).filter((call) => /^(fetch|electron)/.test(call))).toEqual([]);
  });

  test.each([
    ['a library is missing', 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127'],
    ['there is no display', 'echo "[ERROR:x11] Missing X server or \\$DISPLAY" >&2; exit 1'],
    ['it crashes', 'kill -SEGV $$'],
    ['the file is none for this machine', undefined],
  ])('is a browser where Electron is there and cannot start, because %s', async (_, script) => {
    await using checkout = await fakeCheckout();
    await checkout.write('tools/electron', script === undefined ? '\x7fELF' : electron(script), 0o755);
    const output = await once(checkout, ['--port', '0'], DISPLAY);

    expect(output).toMatch(/Electron cannot start here: .+\n[\s\S]*A browser takes its place/);
    expect((await checkout.calls()).at(-2)).toBe('host --port 0');
  });

  test('is Electron or nothing when it is asked for', async () => {
    await using checkout = await fakeCheckout();
    const missing = await checkout.start(['--electron']).ended;
    expect(missing).toEqual({ exitCode: 1, output: expect.stringContaining('npx install-electron') });

    await using other = await fakeCheckout();
    await other.write('tools/electron', electron('exit 127'), 0o755);
    const broken = await other.start(['--electron']).ended;
    expect(broken).toEqual({ exitCode: 127, output: expect.stringContaining('Electron cannot start here') });
    expect([...(await checkout.calls()), ...(await other.calls())].join()).not.toContain('host');
  });

  test('stays closed after an Electron that refused to start with a message of ours', async () => {
    await using checkout = await fakeCheckout();
    await checkout.write('tools/electron', electron('echo "The workspace x cannot be opened" >&2; exit 1'), 0o755);

    expect((await checkout.start(['-dir', 'x'], DISPLAY).ended).exitCode).toBe(1);
    expect((await checkout.calls()).join()).not.toContain('host');
  });
});
