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

interface Place {
  readonly work: string;
  readonly home: string;
}

async function judgements({ work, home }: Place, lines: readonly string[], hasBox = true) {
  const classify = createRiskClassifier({
    rules: () => ({ user: [], workspace: [] }),
    home,
    own: () => [],
  });
  return await Promise.all(lines.map((command) => classify({ command, cwd: work, workspace: work, hasBox })));
}

const verdicts = async (at: Place, lines: readonly string[], hasBox = true) =>
  (await judgements(at, lines, hasBox)).map(({ verdict }) => verdict);

const all = (verdict: string) => READING.map(() => verdict);

describe('git for a client of the Shell Adapter', () => {
  test('verbs that only read need no question where there is a box', async () => {
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
    '[gpg]\n program = ./evil\n',
    '[anything]\n new = 1\n',
  ])('a repository with %j needs none either: it is neutralised in the read-only box', async (settings) => {
    await using at = await repository();
    await appendFile(join(at.work, '.git', 'config'), settings);
    const judged = await judgements(at, ['git status', 'git diff && git log']);
    expect(judged.map(({ verdict, judgement }) => [verdict, judgement.sandbox])).toEqual([
      ['safe', 'read-only'],
      ['safe', 'read-only'],
    ]);
  });

  test.each(['[core]\n worktree = ../..\n', '[x "a\nb"]\n c = d\n'])(
    'a repository with %j asks: what it names cannot be read or lies elsewhere',
    async (settings) => {
      await using at = await repository();
      await appendFile(join(at.work, '.git', 'config'), settings);
      expect(await verdicts(at, ['git status', 'git diff'])).toEqual(['risky', 'risky']);
    },
  );

  test('hooks and what the own configuration runs are neutralised, too', async () => {
    await using at = await repository();
    await writeFile(join(at.home, '.gitconfig'), '[core]\n hooksPath = .githooks\n');
    const hook = join(at.work, '.git', 'hooks', 'post-index-change');
    await mkdir(join(at.work, '.git', 'hooks'), { recursive: true });
    await writeFile(hook, '#!/bin/sh\n');
    await chmod(hook, 0o755);
    expect(await verdicts(at, ['git status'])).toEqual(['safe']);
  });

  test('beside what does more than read it asks', async () => {
    await using at = await repository();
    expect(await verdicts(at, ['git status; mkdir x', 'git log > log.txt'])).toEqual(['risky', 'risky']);
  });
});
