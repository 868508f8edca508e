import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RepositoryQueries } from '../../../../src-main/approvals/foresee/repository.ts';
import { foreseeVerb } from '../../../../src-main/approvals/foresee/verbs.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporary-folder.ts';

const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
const ENV = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C.UTF-8' };

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...AUTHOR, ...args], { cwd, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const orUndefined = <T>(ask: () => T): T | undefined => {
  try {
    return ask();
  } catch {
    return undefined;
  }
};

let folder: TemporaryFolder;
let count = 0;

async function write(at: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(dirname(join(at, name)), { recursive: true });
    await writeFile(join(at, name), text);
  }
}

/** `topic` went on from the first commit, as `main` did; a submodule, a repository that is none, a file that is ignored. */
async function repositoryIn(at: string, module: string): Promise<void> {
  await mkdir(at, { recursive: true });
  git(at, 'init', '-qb', 'main');
  await write(at, { a: '1\n', Makefile: '1\n', 'sub/b': '1\n', 'sub/c': '1\n', '.gitignore': 'out\n' });
  git(at, 'submodule', '--quiet', 'add', module, 'vendor/s');
  git(at, 'add', '.');
  git(at, 'commit', '-qm', 'one');
  git(at, 'switch', '-qc', 'topic');
  await write(at, { Makefile: 'topic\n' });
  git(at, 'commit', '-qam', 'topic');
  git(at, 'switch', '-q', 'main');
  await write(at, { a: '2\n' });
  git(at, 'commit', '-qam', 'two');
  await write(at, { 'new/d': 'x\n', 'new/deep/e': 'x\n', 'sub/f': 'x\n', out: 'x\n' });
  await mkdir(join(at, 'empty'));
}

async function moduleIn(at: string): Promise<void> {
  await mkdir(at, { recursive: true });
  git(at, 'init', '-qb', 'main');
  await write(at, { Makefile: '1\n' });
  git(at, 'add', '.');
  git(at, 'commit', '-qm', 'one');
}

beforeAll(async () => {
  folder = await temporaryFolder();
  await moduleIn(join(folder.path, 'module'));
  await repositoryIn(join(folder.path, 'prepared'), join(folder.path, 'module'));
});
afterAll(() => folder[Symbol.asyncDispose]());

async function copy(texts: Readonly<Record<string, string>> = {}): Promise<string> {
  count += 1;
  const at = join(folder.path, String(count));
  await cp(join(folder.path, 'prepared'), at, { recursive: true });
  await write(at, texts);
  return at;
}

function foresee(cwd: string, line: string) {
  const [verb = '', ...rest] = line.split(' ');
  const repository = new RepositoryQueries(async (args) => orUndefined(() => git(cwd, ...args)));
  return foreseeVerb({ verb, rest }, repository);
}

async function filesIn(at: string): Promise<Map<string, string>> {
  const entries = await readdir(at, { withFileTypes: true, recursive: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const kept = files.map((path) => path.slice(at.length + 1)).filter((name) => !/(^|\/)\.git(\/|$)/.test(name));
  return new Map(await Promise.all(kept.map(async (name) => [name, await readFile(join(at, name), 'utf8')] as const)));
}

/** Files that a line of git makes, changes or removes. */
async function changedBy(at: string, cwd: string, line: string): Promise<string[]> {
  const before = await filesIn(at);
  git(cwd, ...line.split(' '));
  const after = await filesIn(at);
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

const CHANGED = { a: 'my own\n', Makefile: 'mine\n', 'sub/b': 'mine\n' };

describe('what is foreseen is what git then does', () => {
  test.each([
    ['.', 'restore .'],
    ['.', 'restore Makefile'],
    ['sub', 'restore .'],
    ['sub', 'restore :/'],
    ['.', 'restore --source=topic Makefile'],
    ['.', 'restore --source topic -SW .'],
    ['.', 'restore --staged .'],
    ['.', 'restore --source=main~1^{tree} Makefile a'],
    ['.', 'checkout topic^{tree} -- Makefile'],
    ['.', 'checkout topic^{tree} Makefile'],
    ['.', 'rm -qrf sub'],
    ['sub', 'rm -qf b'],
    ['.', 'rm -q --cached a'],
    ['.', 'mv a z'],
    ['.', 'mv sub lib'],
    ['.', 'mv a sub'],
    ['.', 'mv a empty'],
    ['sub', 'mv b ../empty'],
    ['.', 'mv a Makefile sub/'],
    ['.', 'mv -f a Makefile'],
    ['.', 'clean -f'],
    ['.', 'clean -fd'],
    ['.', 'clean -fx'],
    ['.', 'clean -fX'],
    ['.', 'clean -f .'],
    ['.', 'clean -f new'],
    ['.', 'clean -f new/'],
    ['.', 'clean -f -- *'],
    ['sub', 'clean -f'],
    ['sub', 'clean -f ..'],
    ['new', 'clean -f'],
    ['new/deep', 'clean -f'],
    ['.', 'stash'],
    ['sub', 'stash'],
    ['.', 'stash -u'],
    ['sub', 'stash -u'],
    ['sub', 'stash push -u -- f'],
    ['sub', 'stash save -u words'],
    ['.', 'stash push -- Makefile'],
    ['.', 'stash list'],
  ])('in %s: git %s', async (cwd, line) => {
    const at = await copy(CHANGED);
    const found = await foresee(join(at, cwd), line);
    expect(found?.isSure).toBe(true);
    expect(found?.names.toSorted()).toEqual((await changedBy(at, join(at, cwd), line)).toSorted());
  });
});

describe('it is not sure where more may go than git can list', () => {
  test.each([
    ['clean -ffd', ['new/d', 'new/deep/e', 'sub/f']],
    ['clean -f other', []],
    ['rm -qf vendor/s', ['vendor/s', '.gitmodules']],
    ['rm -qrf vendor a', ['a', 'vendor/s', '.gitmodules']],
    ['mv vendor third', ['vendor/s', 'third/s', '.gitmodules']],
    ['mv vendor/s sub', ['vendor/s', 'sub/s', '.gitmodules']],
    ['mv sub lib', ['sub/b', 'lib/b', 'sub/c', 'lib/c', 'sub/f', 'lib/f']],
  ])('git %s', async (line, names) => {
    const at = await copy({ 'sub/untracked/Makefile': '1\n' });
    await cp(join(folder.path, 'module'), join(at, 'other'), { recursive: true });
    if (line.startsWith('clean')) await rm(join(at, 'sub/untracked'), { recursive: true });
    const found = await foresee(at, line);
    expect({ ...found, names: found?.names.toSorted() }).toEqual({ names: names.toSorted(), isSure: false });
  });
});

test.each([
  'restore --source=topic...main Makefile',
  'restore -s topic...HEAD .',
  'checkout topic...main -- Makefile',
  'checkout topic...main Makefile',
  'checkout -f topic...main',
])('of two commits, git takes what both came from: git %s is not understood', async (line) => {
  const at = await copy(CHANGED);
  expect(await foresee(at, line)).toBeUndefined();
  expect(await changedBy(at, at, line)).toContain('Makefile');
});
