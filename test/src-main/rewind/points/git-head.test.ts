import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isSameHead, readHead } from '../../../../src-main/rewind/points/git-head.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);
const OPTIONS = [
  '-c',
  'user.name=A',
  '-c',
  'user.email=a@b',
  '-c',
  'commit.gpgsign=false',
  '-c',
  'init.defaultBranch=main',
];

/** Runs git, and answers with what it prints. */
async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  return (await run('git', [...OPTIONS, ...args], { cwd })).stdout.trim();
}

async function repository(folder: string): Promise<string> {
  await git(folder, 'init', '-q');
  await git(folder, 'commit', '-q', '--allow-empty', '-m', 'first');
  return await git(folder, 'rev-parse', 'HEAD');
}

describe('HEAD of a repository that git made', () => {
  test('a branch, whether its commit is in a file of its own or among the packed ones', async () => {
    await using folder = await temporaryFolder();
    const commit = await repository(folder.path);
    expect(await readHead(folder.path)).toEqual({ ref: 'refs/heads/main', commit });
    await git(folder.path, 'pack-refs', '--all');
    expect(await readHead(folder.path)).toEqual({ ref: 'refs/heads/main', commit });
  });

  test.each([
    ['at its end', false],
    ['in the middle', true],
  ])('a branch among more packed ones than are held at once, %s', async (_, isInTheMiddle) => {
    await using folder = await temporaryFolder();
    const commit = await repository(folder.path);
    await git(folder.path, 'pack-refs', '--all');
    const path = join(folder.path, '.git', 'packed-refs');
    const others = Array.from({ length: 90_000 }, (_, at) => `${'0'.repeat(40)} refs/heads/other-${at}\n`).join('');
    const packed = await readFile(path, 'utf8');
    await writeFile(path, `${others}${packed}${isInTheMiddle ? others : ''}`);
    expect(await readHead(folder.path)).toEqual({ ref: 'refs/heads/main', commit });
  });

  test('a branch without a commit, and a commit without a branch', async () => {
    await using folder = await temporaryFolder();
    await git(folder.path, 'init', '-q');
    expect(await readHead(folder.path)).toEqual({ ref: 'refs/heads/main' });
    await git(folder.path, 'commit', '-q', '--allow-empty', '-m', 'first');
    await git(folder.path, 'checkout', '-q', '--detach');
    expect(await readHead(folder.path)).toEqual({ commit: await git(folder.path, 'rev-parse', 'HEAD') });
  });

  test('a worktree has one of its own, beside branches of the repository', async () => {
    await using folder = await temporaryFolder();
    const [main, side] = [join(folder.path, 'main'), join(folder.path, 'side')];
    await mkdir(main);
    const commit = await repository(main);
    await git(main, 'worktree', 'add', '-q', '-b', 'other', side);
    expect(await readHead(side)).toEqual({ ref: 'refs/heads/other', commit });
  });
});

describe('no HEAD', () => {
  test.each<[string, (folder: string) => Promise<unknown>]>([
    ['no repository', async () => {}],
    ['a name that leaves its folder', (folder) => writeFile(join(folder, '.git', 'HEAD'), 'ref: refs/../../x\n')],
    [
      'branches that are kept in tables',
      (folder) => writeFile(join(folder, '.git', 'HEAD'), 'ref: refs/heads/.invalid\n'),
    ],
    ['a text that is neither', (folder) => writeFile(join(folder, '.git', 'HEAD'), 'nothing\n')],
    [
      'a pipe in its place',
      async (folder) => {
        await rm(join(folder, '.git', 'HEAD'), { force: true });
        await run('mkfifo', [join(folder, '.git', 'HEAD')]);
      },
    ],
  ])('%s', async (_, make) => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, '.git'));
    await make(folder.path);
    expect(await readHead(folder.path)).toBeUndefined();
  });
});

test('two are the same by branch and commit', () => {
  const head = { ref: 'refs/heads/main', commit: 'a' };
  expect(isSameHead(head, { ...head })).toBe(true);
  expect(isSameHead(head, { ...head, commit: 'b' })).toBe(false);
  expect(isSameHead(head, { commit: 'a' })).toBe(false);
});
