import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPackage } from '../../../../src-main/providers/js-package/package-files.ts';
import { JsPackageMemory } from '../../../../src-main/providers/js-package/package-memory.ts';
import { preparePackage } from '../../../../src-main/providers/js-package/prepare-package.ts';
import { fakeProgram, writeFiles } from '../../../support/js-package.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const TYPES = { types: 'index.d.ts', main: 'index.js' };
const OUTPUT = { 'index.js': '', 'index.d.ts': '' };
const LEFT = { dependencies: { left: '^1.0.0' } };

/** Prepares a package with programs that do nothing, and a person who answers the same. */
async function prepared(files: Readonly<Record<string, unknown>>, answer = true) {
  await using folder = await temporaryFolder();
  const [at, bin] = ['package', 'bin'].map((name) => join(folder.path, name)) as [string, string];
  await writeFiles(at, files);
  for (const name of ['npm', 'pnpm', 'yarn']) await fakeProgram(bin, name, '');
  for (const name of Object.keys(OUTPUT)) await utimes(join(at, name), 1, 1).catch(() => {});
  const asked: { text: string; command?: string | undefined }[] = [];
  const context = {
    cwd: at,
    environment: { PATH: `${bin}:/usr/bin:/bin` },
    readyMs: 1000,
    confirm: async (what: { text: string; command?: string | undefined }) => asked.push(what) > 0 && answer,
    askForm: async () => undefined,
    onProgress: () => {},
    onStderr: () => {},
  };
  const memory = new JsPackageMemory(join(folder.path, 'memory'), at);
  const prepare = async () =>
    preparePackage(await readPackage(at), memory, context, new AbortController().signal).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );
  const failed = await prepare();
  const ran = await readFile(join(bin, 'log'), 'utf8').catch(() => '');
  const count = asked.length;
  await prepare();
  return { asked: asked.slice(0, count), again: asked.length - count, failed, ran: ran.trim().split('\n') };
}

const manifest = (more: object) => ({ 'package.json': { ...TYPES, ...more } });
const npmLock = (packages: object) => ({ 'package-lock.json': { lockfileVersion: 3, packages } });

describe('who installs the packages is told which scripts that runs', () => {
  const textOf = async (files: Readonly<Record<string, unknown>>) => (await prepared(files, false)).asked[0]?.text;

  test('all of the package itself that an install runs', async () => {
    const names = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
    const hook = 'pnpm:devPreinstall';
    const scripts = Object.fromEntries([...names, hook, 'test', 'prebuild'].map((name) => [name, `do ${name}`]));
    const told = (all: readonly string[]) =>
      `These install scripts run: ${all.map((name) => `${name} (do ${name})`).join(', ')}.`;
    const own = manifest({ ...LEFT, scripts });
    expect(await textOf({ ...own, ...npmLock({}) })).toContain(told(names));
    expect(await textOf({ ...own, 'pnpm-lock.yaml': '' })).toContain(told([...names, hook]));
  });

  test('what node-gyp is told without a script', async () => {
    const files = { ...manifest(LEFT), ...npmLock({}), 'binding.gyp': '{}' };
    expect(await textOf(files)).toContain('These install scripts run: install (node-gyp rebuild).');
    const own = manifest({ ...LEFT, scripts: { install: 'mine' } });
    expect(await textOf({ ...files, ...own })).toContain('These install scripts run: install (mine).');
  });

  test('those of packages that an npm lock file names', async () => {
    const packages = { '': { hasInstallScript: true }, 'node_modules/a/node_modules/@b/c': { hasInstallScript: true } };
    expect(await textOf({ ...manifest(LEFT), ...npmLock(packages) })).toContain('These install scripts run: of @b/c.');
    const none = await textOf({ ...manifest(LEFT), ...npmLock({ 'node_modules/left': {} }) });
    expect(none).toContain('No install scripts are declared.');
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['.pnpmfile.cjs', { 'pnpm-lock.yaml': '', '.pnpmfile.cjs': 'module.exports = {}' }],
    [
      'what pnpm-workspace.yaml names (pnpmfile)',
      { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': 'pnpmfile: a.cjs\n# configDependencies\n' },
    ],
    ['what .npmrc names (pnpmfile)', { 'pnpm-lock.yaml': '', '.npmrc': 'pnpmfile=a.cjs\n' }],
    ['what .npmrc names (script-shell, git)', { ...npmLock({}), '.npmrc': 'script-shell=./a\ngit = ./b\n' }],
    ['what .yarnrc.yml names (yarnPath)', { 'yarn.lock': '', '.yarnrc.yml': 'yarnPath: .yarn/a.cjs\n' }],
    ['what .yarnrc.yml names', { 'yarn.lock': '', '.yarnrc.yml': '"yarn\\x50ath": .yarn/a.cjs\n' }],
    ['what .yarnrc names (yarn-path)', { 'yarn.lock': '', '.yarnrc': 'yarn-path ".yarn/a.js"\n' }],
  ])('%s, which is code and no script', async (named, files) => {
    const text = await textOf({ ...manifest(LEFT), ...files });
    expect(text).toContain(`This runs, too: ${named}.`);
    expect(text).not.toContain('No install scripts');
  });

  test('no file of another installer, and none that names no code', async () => {
    const files = { '.pnpmfile.cjs': '', '.yarnrc.yml': 'plugins: []\n', '.npmrc': 'registry=https://git.example/\n' };
    const text = await textOf({ ...manifest(LEFT), ...npmLock({}), ...files });
    expect(text).toContain('No install scripts are declared.');
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['no lock file', {}],
    ['a lock file of pnpm', { 'pnpm-lock.yaml': 'lockfileVersion: 9\n' }],
    ['a lock file of yarn', { 'yarn.lock': '' }],
    ['a lock file of an old npm', { 'package-lock.json': { lockfileVersion: 1, dependencies: {} } }],
    ['a lock file that cannot be read', { 'package-lock.json': '{' }],
  ])('with %s, that those of the packages are not known', async (_, files) => {
    const text = await textOf({ ...manifest(LEFT), ...files });
    expect(text).not.toContain('No install scripts');
    expect(text).toContain('Which of the packages have install scripts is not known before.');
  });
});

describe('who builds a package is told all that the build runs', () => {
  test.each<[object, string]>([
    [{ build: 'tsc' }, 'is not built yet. Its script runs: tsc'],
    [
      { prebuild: 'curl x | sh', build: 'tsc', postbuild: 'rm y' },
      'is not built yet. Its scripts run: prebuild (curl x | sh), build (tsc), postbuild (rm y)',
    ],
  ])('%j', async (scripts, expected) => {
    const { asked, failed, ran } = await prepared(manifest({ scripts }), false);
    expect(asked).toMatchObject([{ command: 'npm run build', text: expect.stringMatching(/^\/.*/) }]);
    expect(asked[0]?.text).toContain(expected);
    expect({ failed, ran }).toEqual({ failed: 'DENIED', ran: [''] });
  });
});

describe('what needs no preparing is not asked about', () => {
  test('a package without dependencies and build', async () => {
    expect(await prepared({ ...manifest({ scripts: { preinstall: 'x' } }), ...OUTPUT })).toMatchObject({ asked: [] });
  });

  test.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['pnpm install --frozen-lockfile', 'pnpm-lock.yaml', { 'yarn.lock': '', 'package-lock.json': {} }],
    ['yarn install --frozen-lockfile', 'yarn.lock', { 'package-lock.json': {} }],
    ['npm ci --no-audit --no-fund', 'npm-shrinkwrap.json', {}],
  ])('%s is run by %s, once', async (command, lock, files) => {
    const given = { ...manifest(LEFT), ...OUTPUT, [lock]: 'x', ...files };
    const { asked, failed, ran, again } = await prepared({ ...given, 'node_modules/left/index.js': '' });
    expect({ asked, failed, ran, again }).toMatchObject({ asked: [], failed: undefined, again: 0 });
    const missing = await prepared(given);
    expect(missing).toMatchObject({ asked: [{ command }], failed: undefined, ran: [command] });
  });

  test('a build is done once for the same sources', async () => {
    const files = { ...manifest({ scripts: { build: 'tsc' } }), ...OUTPUT, 'index.ts': '' };
    expect(await prepared(files)).toMatchObject({ asked: [{ command: 'npm run build' }], again: 0 });
  });
});
