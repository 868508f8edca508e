import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SandboxOptions } from '#process/sandbox/options';
import { programInSandbox } from '#process/sandbox/sandboxed-program';
import { SANDBOX_EXEC, seatbeltProfile } from '#process/sandbox/seatbelt';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { readProfile } from './seatbelt-rules.ts';

async function setUp(given: Partial<SandboxOptions> = {}) {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const name of ['home/.ssh', 'home/work/.git/hooks', 'home/work/src', 'home/work/"odd\\name', 'data/temp/tmp'])
    mkdirSync(at(name), { recursive: true });
  for (const name of ['home/work/.env', 'home/work/package.json', 'home/work/src/a.ts', 'data/keys', 'data/config'])
    writeFileSync(at(name), 'text');
  writeFileSync(at('home/work/.git/config'), 'text');
  const options: SandboxOptions = {
    strength: 'workspace',
    program: SANDBOX_EXEC,
    cwd: at('home/work'),
    workspace: at('home/work'),
    temp: at('data/temp'),
    hide: [at('home/.ssh'), at('data'), at('home/work/.env'), at('home/work/"odd\\name'), at('home/none')],
    readOnly: [at('home/work/.git/hooks'), at('home/work/package.json')],
    replaced: new Map([[at('home/work/.git/config'), at('data/config')]]),
    ...given,
  };
  const judge = readProfile(seatbeltProfile(options));
  return {
    at,
    options,
    judge,
    /** Returns the permitted accesses to a path: r, w, or nothing. */
    can: (name: string) => {
      const path = name.startsWith('/') ? name : at(name);
      const read = judge('file-read-data', path) === 'allow' ? 'r' : '';
      return read + (judge('file-write-data', path) === 'allow' ? 'w' : '');
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('the workspace and the private folder can be written, all else is read at most, what is hidden not at all', async () => {
  await using it = await setUp();
  const paths = ['home/work/src/a.ts', 'data/temp/tmp/x', 'home/open.txt', '/usr/bin/env', 'home/.ssh/id', 'data/keys'];
  expect(paths.map((path) => [path, it.can(path)])).toEqual([
    ['home/work/src/a.ts', 'rw'],
    ['data/temp/tmp/x', 'rw'],
    ['home/open.txt', 'r'],
    ['/usr/bin/env', 'r'],
    ['home/.ssh/id', ''],
    ['data/keys', ''],
  ]);
  expect(['/dev/null', '/dev/fd/3', '/dev/disk0'].map(it.can)).toEqual(['rw', 'rw', 'r']);
});

test('in the workspace, what is protected is read, what may hold credentials is not, odd names included', async () => {
  await using it = await setUp();
  expect(
    ['package.json', '.git/hooks/pre-commit', '.env', '"odd\\name/x'].map((name) => it.can(`home/work/${name}`)),
  ).toEqual(['r', 'r', '', '']);
  // There is nothing that could be seen in its place: with passwords in it, it is hidden whole.
  expect(it.can('home/work/.git/config')).toBe('');
});

test('a folder with something protected in it keeps its name', async () => {
  await using it = await setUp();
  expect(it.judge('file-write-unlink', it.at('home/work/.git'))).toBe('deny');
  expect(it.judge('file-write-unlink', it.at('home/work/src'))).toBe('allow');
});

test('a workspace in a hidden folder is seen, and can be come to', async () => {
  await using it = await setUp();
  await using inside = await setUp({
    hide: [it.at('home')],
    workspace: it.at('home/work'),
    readOnly: [it.at('home/work/package.json')],
  });
  expect(['home/work/src/a.ts', 'home/work/package.json', 'home/other'].map((name) => inside.can(it.at(name)))).toEqual(
    ['rw', 'r', ''],
  );
  expect(inside.judge('file-read-metadata', it.at('home'))).toBe('allow');
});

test('reading only, nothing is written; the network is there for its strength alone, and no service of the machine', async () => {
  await using reading = await setUp({ strength: 'read-only' });
  expect(['home/work/src/a.ts', 'data/temp/tmp/x', '/dev/null'].map(reading.can)).toEqual(['r', 'r', 'rw']);
  await using network = await setUp({ strength: 'network' });
  const reaches = ({ judge }: typeof reading, what: string) => judge('network-outbound', what);
  expect(reaches(reading, 'example.com:443')).toBe('deny');
  expect(reaches(network, 'example.com:443')).toBe('allow');
  expect(reaches(network, '/var/run/docker.sock')).toBe('deny');
  expect(reaches(network, '/private/var/run/mDNSResponder')).toBe('allow');
  for (const { judge } of [reading, network]) {
    expect(judge('mach-lookup', 'com.apple.pasteboard.1')).toBe('deny');
    expect(judge('mach-lookup', 'com.apple.system.logger')).toBe('allow');
    expect([judge('appleevent-send'), judge('lsopen'), judge('signal', 'others')]).toEqual(['deny', 'deny', 'deny']);
  }
});

test('a link is protected where it leads', async () => {
  await using it = await setUp();
  symlinkSync(it.at('home/work/src/a.ts'), it.at('home/work/Makefile'));
  const judge = readProfile(seatbeltProfile({ ...it.options, readOnly: [it.at('home/work/Makefile')] }));
  expect(judge('file-write-data', it.at('home/work/src/a.ts'))).toBe('deny');
});

test('the program follows the profile, and is ended by us', async () => {
  await using it = await setUp();
  const { file, args, diesWithHost } = programInSandbox({ file: 'bash', args: ['-c', 'true'] }, it.options);
  expect([file, args[0], ...args.slice(2), diesWithHost]).toEqual([
    SANDBOX_EXEC,
    '-p',
    '--',
    'bash',
    '-c',
    'true',
    false,
  ]);
});

test('what is shown is read in its own place, below what is hidden too, and not written', async () => {
  await using folder = await temporaryFolder();
  const packages = join(folder.path, 'data', 'packages');
  mkdirSync(packages, { recursive: true });
  await using it = await setUp({ hide: [join(folder.path, 'data')], shown: new Map([['/dev/packages-0', packages]]) });
  expect(it.can(join(packages, 'module.py'))).toBe('r');
  expect(it.can(join(folder.path, 'data', 'keys'))).toBe('');
});
