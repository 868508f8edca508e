import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ToolError } from '#tools';
import { callTool, fakeProgram, jsOpener, writeFiles } from '../../../support/js-package.ts';
import { isAlive } from '../../../support/processes.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporary-folder.ts';

const DECLARATIONS = `
/** Where the process is. */
export declare function where(): Promise<string>;
export declare function echo(a: { text: string; times?: number }): unknown;
export declare function nothing(): void;
export declare function fail(): never;
export declare function slow(a: { ms: number; name: string }): Promise<string>;
export declare function count(a: { to: number }): AsyncGenerator<number>;
export declare const big: (a: { length: number }) => string;
export declare function leave(a: { code: number }): void;
export declare function loop(): unknown;
`;
const MODULE = `
console.log('loaded in', process.cwd());
let order = [];
export const where = async () => process.cwd();
export const echo = (a) => a;
export const nothing = () => {};
export const fail = () => { throw new Error('it does not work'); };
export const slow = async ({ ms, name }) => { order.push('+' + name); await new Promise((r) => setTimeout(r, ms)); order.push('-' + name); return order.join(' '); };
export async function* count({ to }) { for (let n = 1; n <= to; n++) yield n; }
export const big = ({ length }) => 'x'.repeat(length);
export const leave = ({ code }) => process.exit(code);
export const loop = () => { const a = {}; a.a = a; return a; };
`;
/** Message of a failed call, as the model receives it. */
const failureOf = (...call: Parameters<typeof callTool>): Promise<unknown> =>
  callTool(...call).then(
    (answer) => expect.fail(`It went well: ${JSON.stringify(answer)}`),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ToolError);
      return JSON.parse((error as ToolError).message);
    },
  );
const PACKAGE = { type: 'module', main: 'index.js', types: 'index.d.ts' };
const plain = { 'package.json': PACKAGE, 'index.js': MODULE, 'index.d.ts': DECLARATIONS };

/** A folder and a memory that tests share whose packages have the same types: reading them takes two seconds of processor time. */
const shared: { folder?: TemporaryFolder; memory?: TemporaryFolder } = {};

beforeAll(async () => {
  shared.folder = await temporaryFolder();
  shared.memory = await temporaryFolder();
});

afterAll(async () => {
  await shared.folder?.[Symbol.asyncDispose]();
  await shared.memory?.[Symbol.asyncDispose]();
});

/** Writes the plain package with another module, if any, where its types have been read once. */
async function plainPackage(module = MODULE) {
  const { folder, memory } = shared;
  if (!folder || !memory) throw new Error('Nothing is set up');
  await writeFiles(folder.path, { ...plain, 'index.js': module });
  return { cwd: folder.path, memory: memory.path };
}

describe('a package with types', () => {
  test('is attached from its folder, without a question, and its functions are called where the session is', async () => {
    const { cwd, memory } = await plainPackage();
    await writeFiles(cwd, { 'inner/x': '' });
    const opener = jsOpener({ cwd, memory });
    await using link = await opener.open();

    expect(opener.asked).toEqual([]);
    const names = ['big', 'count', 'echo', 'fail', 'leave', 'loop', 'nothing', 'slow', 'where'];
    expect(
      link
        .declarations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names);
    expect(link.declarations()[0]).toMatchObject({
      description: 'Where the process is.',
      parameters: { properties: {} },
    });
    expect(opener.stderr.join('')).toContain(`loaded in ${cwd}`);
    expect(link.pid).toBeGreaterThan(0);

    const dir = join(cwd, 'inner');
    expect(await callTool(link, 'where', {}, { dir })).toBe(dir);
    expect(await callTool(link, 'where', '', { dir: '/' })).toBe('/');
    expect(await callTool(link, 'echo', { text: 'ä', more: [1, { a: true }] })).toEqual({
      text: 'ä',
      more: [1, { a: true }],
    });
    expect(await callTool(link, 'nothing')).toBeUndefined();
    expect(await callTool(link, 'count', { to: 3 })).toEqual([1, 2, 3]);
    expect(await failureOf(link, 'fail')).toEqual({ error: 'it does not work' });
    expect(await failureOf(link, 'echo', { text: 1 })).toEqual({
      error: expect.stringContaining('arguments/text must be string'),
    });
    expect(await failureOf(link, 'echo', {})).toEqual({ error: expect.stringContaining("required property 'text'") });
    expect(await failureOf(link, 'echo', '{')).toEqual({ error: expect.stringContaining('not JSON') });
    expect(await failureOf(link, 'unknown')).toEqual({ error: 'There is no function unknown' });
    expect(await failureOf(link, 'loop')).toEqual({ error: expect.stringContaining('circular') });
    expect(await failureOf(link, 'big', { length: 9_000_000 })).toEqual({
      error: expect.stringContaining('at most 8388608'),
    });
    expect(await failureOf(link, 'where', {}, { dir: '/not/there' })).toEqual({
      error: expect.stringContaining('ENOENT'),
    });
    expect(await callTool(link, 'where')).toBe('/');
    const rounded = callTool(link, 'echo', '{"text": "", "more": 9007199254740993}');
    await expect(rounded).rejects.toThrow('echo was not called: JavaScript has no number 9007199254740993');
  });

  test('runs its calls strictly one after another', async () => {
    await using link = await jsOpener(await plainPackage()).open();
    await Promise.all([
      callTool(link, 'slow', { ms: 120, name: 'a' }),
      callTool(link, 'slow', { ms: 1, name: 'b' }),
      callTool(link, 'slow', { ms: 1, name: 'c' }),
    ]);
    expect(await callTool(link, 'slow', { ms: 0, name: 'd' })).toBe('+a -a +b -b +c -c +d -d');
  });

  test('a call that takes too long fails alone; one that was given up while it waited is never run', async () => {
    await using link = await jsOpener(await plainPackage()).open();
    const slow = callTool(link, 'slow', { ms: 400, name: 'a' }, { timeoutMs: 100 });
    const never = callTool(link, 'slow', { ms: 1, name: 'never' }, { timeoutMs: 150 });
    await expect(slow).rejects.toThrow('slow did not answer within 0.1 s');
    await expect(never).rejects.toThrow('did not answer');
    expect(await callTool(link, 'slow', { ms: 0, name: 'b' })).toBe('+a -a +b -b');
  });

  test('tells how it ended: by its own exit, by exit 99, by kill', async () => {
    const { open } = jsOpener(await plainPackage());
    const ending = async (code: number) => {
      await using link = await open();
      await expect(callTool(link, 'leave', { code })).rejects.toThrow(/has ended \(exit code/);
      await expect(callTool(link, 'where')).rejects.toThrow('has ended');
      return link.ended;
    };
    expect(await ending(0)).toMatchObject({ state: 'completed', reason: 'exit code 0' });
    expect(await ending(4)).toMatchObject({ state: 'failed', reason: 'exit code 4', wantsRestart: false });
    expect(await ending(99)).toMatchObject({ state: 'failed', wantsRestart: true });
    const link = await open();
    await link[Symbol.asyncDispose]();
    expect(await link.ended).toEqual({ state: 'completed', reason: 'by user' });
    expect(await isAlive(link.pid ?? 0)).toBe(false);
  });

  test('its types are read again only when a file they are in has changed', async () => {
    await using folder = await temporaryFolder();
    await using memory = await temporaryFolder();
    await writeFiles(folder.path, {
      ...plain,
      'index.js': 'export const one = (a) => a;',
      'index.d.ts': 'import { A } from "./other.js";\nexport declare function one(a: A): void;',
      'other.d.ts': 'export interface A { a: string }',
    });
    const opener = jsOpener({ cwd: folder.path, memory: memory.path });
    const programs: number[] = [];
    for (const change of [undefined, undefined, 'export interface A { a: string; b: number }']) {
      if (change !== undefined) await writeFile(join(folder.path, 'other.d.ts'), change);
      await using link = await opener.open();
      programs.push(opener.started.length);
      if (change !== undefined) expect(link.declarations()[0]?.parameters).toMatchObject({ required: ['a', 'b'] });
    }
    // One to read and one to serve; one to serve; both again.
    expect(programs).toEqual([2, 3, 5]);
  });

  test('a CommonJS package without "main" is loaded from index.js, a built one from dist', async () => {
    await using folder = await temporaryFolder();
    await using memory = await temporaryFolder();
    await writeFiles(folder.path, {
      'a/package.json': { types: 'index.d.ts' },
      'a/index.js':
        'Object.defineProperty(exports, "__esModule", { value: true }); for (const n of ["f", "default"]) exports[n] = () => n;',
      'a/index.d.ts': 'export declare function f(): string; export default function g(): string;',
      'b/package.json': { types: 'dist/index.d.ts' },
      'b/dist/index.js': 'module.exports = { f: () => "dist" };',
      'b/dist/index.d.ts': 'export declare function f(): string;',
    });
    const { open } = jsOpener({ cwd: folder.path, memory: memory.path });
    await using a = await open('a');
    expect([await callTool(a, 'f'), await callTool(a, 'default')]).toEqual(['f', 'default']);
    await using b = await open('~/b');
    expect(await callTool(b, 'f')).toBe('dist');
  });
});

describe('a package that cannot be attached is refused by the name of the file', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['no package.json', {}, /package\.json is not there/],
    ['a package.json that is no JSON', { 'package.json': '{' }, /package\.json is not JSON/],
    ['a package.json of the wrong shape', { 'package.json': { types: 1 } }, /package\.json is invalid[\s\S]*types/],
    ['no types', { 'package.json': {} }, /package\.json has no "types"/],
    ['types that are not there', { ...plain, 'package.json': { types: 'no.d.ts' } }, /no\.d\.ts is not there/],
    ['a main that is not there', { ...plain, 'package.json': { ...PACKAGE, main: 'no.js' } }, /no\.js is not there/],
    ['no module at all', { 'package.json': { types: 'i.d.ts' }, 'i.d.ts': 'export {}' }, /has no "main"/],
    ['no functions', { ...plain, 'index.d.ts': 'export declare const a: 1;' }, /index\.d\.ts exports no function/],
    [
      'functions that cannot be described',
      {
        ...plain,
        'index.d.ts':
          'export declare function one(a: string): void;\nexport declare function two(a: { b: bigint }): void;',
      },
      /one: .*\ntwo: .*bigint/,
    ],
  ])('%s', async (_, files, message) => {
    await using folder = await temporaryFolder();
    await using memory = await temporaryFolder();
    await writeFiles(folder.path, files);
    const opener = jsOpener({ cwd: folder.path, memory: memory.path });
    await expect(opener.open()).rejects.toThrow(message);
    for (const program of opener.started) expect(await isAlive(program.pid)).toBe(false);
  });

  test.each([
    ['a module that throws', 'throw new Error("broken inside")', /index\.js cannot be loaded: broken inside/],
    ['a module without what its types declare', 'export const where = 1;', /does not export.*where, echo/],
    [
      'a module that ends the process',
      'console.error("bye"); process.exit(3)',
      /ended before it was ready \(exit code 3\)/,
    ],
  ])('%s', async (_, module, message) => {
    const opener = jsOpener(await plainPackage(module));
    await expect(opener.open()).rejects.toThrow(message);
    for (const program of opener.started) expect(await isAlive(program.pid)).toBe(false);
  });

  test('one that is not ready in time; nothing is left running', async () => {
    const refused = await plainPackage('process.on("SIGTERM", () => {}); for (;;);');
    const opener = jsOpener({ ...refused, readyMs: 1500 });
    await expect(opener.open()).rejects.toThrow('not ready within 1.5 s');
    for (const program of opener.started) expect(await isAlive(program.pid)).toBe(false);
  });
});

describe('install and build', () => {
  const needing = {
    'package.json': {
      ...PACKAGE,
      main: 'dist/index.js',
      types: 'dist/index.d.ts',
      scripts: { build: 'make it', postinstall: 'do things' },
      dependencies: { left: '1' },
    },
    'package-lock.json': { packages: { '': {}, 'node_modules/left': { hasInstallScript: true } } },
    'src/index.ts': '',
  };
  const npm = `case "$1" in
    ci|install) mkdir -p node_modules; echo fetched;;
    run) mkdir -p dist; echo 'export declare function f(): string;' > dist/index.d.ts; echo 'export const f = () => "built";' > dist/index.js;;
  esac`;

  test('are asked for with what they would run, done when needed, and not again', async () => {
    await using folder = await temporaryFolder();
    await using memory = await temporaryFolder();
    await using bin = await temporaryFolder();
    await writeFiles(folder.path, needing);
    await fakeProgram(bin.path, 'npm', npm);
    const opener = jsOpener({ cwd: folder.path, memory: memory.path, path: `${bin.path}:/usr/bin:/bin` });
    const ran = async () => (await readFile(join(bin.path, 'log'), 'utf8')).trim().split('\n');
    const attach = async () => {
      await using link = await opener.open();
      expect(await callTool(link, 'f')).toBe('built');
    };

    await attach();
    expect(opener.asked.map(({ command }) => command)).toEqual(['npm ci --no-audit --no-fund', 'npm run build']);
    expect(opener.asked[0]?.text).toMatch(/1 package: left\..*postinstall \(do things\), of left/);
    expect(opener.asked[1]?.text).toContain('make it');
    expect(opener.progress).toEqual([
      'Installing packages: npm ci --no-audit --no-fund',
      'Building: npm run build',
      expect.stringContaining('Reading'),
      'Starting',
    ]);
    expect(opener.stderr.join('')).toContain('fetched');
    await attach();
    expect(await ran()).toEqual(['npm ci --no-audit --no-fund', 'npm run build']);

    const later = new Date(Date.now() + 60_000);
    await utimes(join(folder.path, 'src/index.ts'), later, later);
    await attach();
    expect((await ran()).slice(2)).toEqual(['npm run build']);
    await attach();
    expect(await ran()).toHaveLength(3);

    await writeFile(join(folder.path, 'package-lock.json'), '{"packages": {}}');
    await utimes(join(folder.path, 'package-lock.json'), later, later);
    await attach();
    expect((await ran()).slice(3)).toEqual(['npm ci --no-audit --no-fund']);
    await attach();
    await rm(join(folder.path, 'node_modules'), { recursive: true });
    await attach();
    expect((await ran()).slice(4)).toEqual(['npm ci --no-audit --no-fund']);
  });

  test('a no runs nothing and says how to go on', async () => {
    await using folder = await temporaryFolder();
    await using memory = await temporaryFolder();
    await using bin = await temporaryFolder();
    await writeFiles(folder.path, needing);
    await fakeProgram(bin.path, 'npm', npm);
    const opener = jsOpener({
      cwd: folder.path,
      memory: memory.path,
      answer: false,
      path: `${bin.path}:/usr/bin:/bin`,
    });
    await expect(opener.open()).rejects.toMatchObject({ code: 'DENIED', message: expect.stringContaining('npm ci') });
    await expect(readFile(join(bin.path, 'log'))).rejects.toThrow('ENOENT');
  });

  test('a failing script is told with its last words, and nothing is started', async () => {
    await using folder = await temporaryFolder();
    await using memory = await temporaryFolder();
    await using bin = await temporaryFolder();
    await writeFiles(folder.path, needing);
    await fakeProgram(bin.path, 'npm', 'echo no such registry >&2; exit 7');
    const opener = jsOpener({ cwd: folder.path, memory: memory.path, path: `${bin.path}:/usr/bin:/bin` });
    await expect(opener.open()).rejects.toMatchObject({
      message: expect.stringContaining('exit code 7'),
      detail: { advice: expect.stringContaining('no such registry') },
    });
    expect(opener.started).toEqual([]);
  });

  test('without npm it says so, unless nothing is needed', async () => {
    await using folder = await temporaryFolder();
    await using memory = await temporaryFolder();
    await using bin = await temporaryFolder();
    await writeFiles(folder.path, needing);
    await expect(jsOpener({ cwd: folder.path, memory: memory.path, path: bin.path }).open()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('npm, which is not on the PATH'),
    });
    await writeFiles(folder.path, {
      'node_modules/x': '',
      'dist/index.js': 'export const f = () => 1;',
      'dist/index.d.ts': 'export declare function f(): 1;',
    });
    const opener = jsOpener({ cwd: folder.path, memory: memory.path, path: bin.path });
    await using link = await opener.open();
    expect(opener.asked).toEqual([]);
    expect(await callTool(link, 'f')).toBe(1);
  });

  test('an attach that is stopped ends the install with all it started', async () => {
    await using folder = await temporaryFolder();
    await using memory = await temporaryFolder();
    await using bin = await temporaryFolder();
    await writeFiles(folder.path, needing);
    await fakeProgram(bin.path, 'npm', `sleep 100 & echo $! > ${bin.path}/pid; wait`);
    const stop = new AbortController();
    const opener = jsOpener({
      cwd: folder.path,
      memory: memory.path,
      path: `${bin.path}:/usr/bin:/bin`,
      signal: stop.signal,
    });
    const opening = opener.open();
    opening.catch(() => {});
    await expect.poll(() => readFile(join(bin.path, 'pid'), 'utf8').catch(() => '')).toMatch(/\d/);
    stop.abort();
    await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await isAlive(Number(await readFile(join(bin.path, 'pid'), 'utf8')))).toBe(false);
  });
});
