import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporary-folder.ts';

const READING = [
  'git status',
  'git status -sb',
  'git diff',
  'git log --oneline -3',
  'git log --oneline | head -5',
  'git show',
  'git branch -a',
  'git blame a.txt',
  'git rev-parse HEAD',
  'git stash list',
  'git remote -v',
  'cd src && git diff',
];

async function repository(): Promise<TemporaryFolder & { readonly work: string; readonly home: string }> {
  const folder = await temporaryFolder();
  const root = await realpath(folder.path);
  const [work, home] = [join(root, 'work'), join(root, 'home')];
  for (const path of [join(work, 'src'), home]) await mkdir(path, { recursive: true });
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: work, env, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  await writeFile(join(work, 'a.txt'), 'a\n');
  git('add', 'a.txt');
  git('commit', '-qm', 'one');
  git('remote', 'add', 'origin', 'https://example.org/a.git');
  return Object.assign(folder, { work, home });
}

async function verdicts({ work, home }: { work: string; home: string }, lines: readonly string[], hasBox = true) {
  const classify = createRiskClassifier({
    rules: () => ({ user: [], workspace: [] }),
    ...{ home, own: () => [] },
  });
  const judged = await Promise.all(lines.map((command) => classify({ command, cwd: work, workspace: work, hasBox })));
  return judged.map(({ verdict }) => verdict);
}

const all = (verdict: string) => READING.map(() => verdict);

describe('git for a client of the Shell Adapter', () => {
  test('verbs that only read need no question in the box, where the repository names no program', async () => {
    await using at = await repository();
    await writeFile(join(at.home, '.gitconfig'), '[user]\n name = Ada\n[alias]\n st = status\n[core]\n editor = vim\n');
    expect(await verdicts(at, READING)).toEqual(all('safe'));
    expect(await verdicts(at, READING, false)).toEqual(all('risky'));
  });

  test('what writes, sends or is not known asks', async () => {
    await using at = await repository();
    const lines = [
      'git commit -m x',
      'git push',
      'git fetch',
      'git st',
      'git diff --no-index /dev/null ../x',
      'git log -1 --output=out',
      'git -c core.fsmonitor=./x status',
      'GIT_EXTERNAL_DIFF=./x git diff',
      'git status; rm -rf src',
      'git show HEAD:.env',
    ];
    expect(await verdicts(at, lines)).toEqual(lines.map(() => 'risky'));
  });

  test.each([
    '[core]\n fsmonitor = ./evil\n',
    '[core]\n hooksPath = traps\n',
    '[diff]\n external = ./evil\n',
    '[diff "x"]\n textconv = ./evil\n',
    '[filter "x"]\n clean = ./evil\n',
    '[include]\n path = ../more\n',
    '[gpg]\n program = ./evil\n',
    '[anything]\n new = 1\n',
  ])('a repository with %j asks', async (settings) => {
    await using at = await repository();
    await appendFile(join(at.work, '.git', 'config'), settings);
    expect(await verdicts(at, ['git status', 'git diff'])).toEqual(['risky', 'risky']);
  });

  test('a hook of the repository, and what the own configuration runs, ask; a large file store does not', async () => {
    await using at = await repository();
    const own = join(at.home, '.gitconfig');
    await writeFile(own, '[filter "lfs"]\n clean = git-lfs clean -- %f\n required = true\n');
    expect(await verdicts(at, ['git status'])).toEqual(['safe']);
    await writeFile(own, '[core]\n hooksPath = .githooks\n');
    expect(await verdicts(at, ['git status'])).toEqual(['risky']);
    await writeFile(own, '');
    const hook = join(at.work, '.git', 'hooks', 'post-index-change');
    await mkdir(join(at.work, '.git', 'hooks'), { recursive: true });
    await writeFile(hook, '#!/bin/sh\n');
    await chmod(hook, 0o755);
    expect(await verdicts(at, ['git status'])).toEqual(['risky']);
  });
});
