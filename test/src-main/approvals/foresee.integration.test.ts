import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandSandbox } from '#app/commands/command-sandbox';
import { readWithGit } from '#app/commands/read-with-git';
import { createPolicy, foreseeReplaced } from '#approvals';
import type { PermissionMode } from '#contract';
import { probeSandbox } from '#process/sandbox/probe';
import { replayDecision } from '../../support/replay-decision.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { trappedRepository } from '../../support/trapped-repository.ts';

const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
const { works, why } = await probeSandbox(ENVIRONMENT);
if (!works) test.skip(`no sandbox works here: ${why}`, () => {});

const EVENT = { v: 1, id: 'e', at: 1, session: 's', previous: '', type: 'approval.decided' } as const;

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

async function policyAt(workspace: string, home: string, dataFolder: string) {
  const sandbox = commandSandbox({ environment: ENVIRONMENT, home, dataFolder });
  const runGit = readWithGit(sandbox, ENVIRONMENT);
  const { judge } = createPolicy({
    rules: () => ({ user: [], workspace: [] }),
    keep: async () => '',
    modeOf: async () => 'ask' as const,
    hasSandbox: async () => true,
    hasBox: async () => true,
    home,
    own: () => [],
    foresee: (line) => foreseeReplaced({ ...line, home }, runGit),
  });
  return async (command: string, mode: PermissionMode = 'workspace', cwd = workspace) => {
    const limits = { timeoutMs: 1000, maxOutputBytes: 1000 };
    const plan = { subject: { kind: 'command', command, cwd, limits }, isOutside: false, warnings: [] } as const;
    return await judge({ plan, tool: 'execute_command', workspace }, mode);
  };
}

/** `main` and `other` differ in package.json, `plain` in no protected file; `topic` has gone on from `main`. */
async function setUp() {
  const folder = await temporaryFolder();
  const [workspace, home, data] = ['home/work', 'home', 'data'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), text);
  };
  const commit = (name: string) => {
    git(workspace, 'add', '-A');
    git(workspace, 'commit', '-qm', name);
  };
  await mkdir(join(workspace, 'sub'), { recursive: true });
  git(workspace, 'init', '-qb', 'main');
  await write('package.json', '1\n');
  await write('a.txt', '1\n');
  await write('sub/Makefile', '1\n');
  commit('one');
  git(workspace, 'switch', '-qc', 'topic');
  await write('.github/workflows/ci.yml', 'x\n');
  commit('topic');
  git(workspace, 'switch', '-q', 'main');
  git(workspace, 'switch', '-qc', 'plain');
  await write('a.txt', 'plain\n');
  commit('plain');
  git(workspace, 'switch', '-q', 'main');
  git(workspace, 'switch', '-qc', 'other');
  await write('package.json', 'other\n');
  commit('other');
  git(workspace, 'switch', '-q', 'main');
  await write('a.txt', '2\n');
  commit('two');
  git(workspace, 'update-ref', 'refs/remotes/origin/remote-only', 'plain');
  git(workspace, 'config', 'remote.origin.url', 'x');
  git(workspace, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
  const judge = await policyAt(workspace, home, data);
  const protectedIn = async (line: string, mode?: PermissionMode, cwd?: string) => {
    const { verdict, boxWrites = [] } = await judge(line, mode, cwd);
    return { verdict, names: boxWrites.map((path) => path.slice(workspace.length + 1)) };
  };
  return { workspace, write, judge, protectedIn, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe.skipIf(!works)('before git puts protected files in place', () => {
  test('they are worked out, named, and asked about; without any it runs', async () => {
    await using it = await setUp();
    const asks = async (line: string, ...names: string[]) =>
      expect(await it.protectedIn(line), line).toEqual({ verdict: 'ask', names });
    const runs = async (line: string) =>
      expect(await it.protectedIn(line), line).toEqual({ verdict: 'allow', names: [] });

    await asks('git switch other', 'package.json');
    await asks('git switch -q other && npm test', 'package.json');
    await asks('git --no-pager -C sub checkout other', 'package.json');
    await asks('git log -1 && git checkout --detach other', 'package.json');
    await asks('git merge --no-edit other', 'package.json');
    await asks('git rebase other', 'package.json');
    await asks('git cherry-pick other', 'package.json');
    await asks('git cherry-pick main~1..other', 'package.json');
    await asks('git reset --hard other', 'package.json');
    await asks('git reset --hard topic', '.github/workflows/ci.yml');
    await asks('git checkout other -- package.json a.txt', 'package.json');
    await asks('git restore --source=other .', 'package.json');
    await asks('git rm -q sub/Makefile', 'sub/Makefile');
    await asks('git mv sub lib', 'sub/Makefile', 'lib/Makefile');
    await asks('git mv a.txt package.json', 'package.json');
    await asks('git branch -m main trunk', '.git/config');
    await asks('git switch -- other', 'package.json');
    await asks('git checkout other --', 'package.json');
    await asks('git merge --no-edit -- other', 'package.json');
    await asks('git reset --hard other --', 'package.json');
    await asks('git branch -- mine origin/remote-only', '.git/config');
    await asks('git config -- user.name x', '.git/config');
    await asks('git remote add up https://example.org/x.git', '.git/config');
    await asks('git config user.name x', '.git/config');
    await asks('git switch remote-only', '.git/config');
    await asks('git switch -c mine origin/remote-only', '.git/config');
    await runs('git switch plain');
    await runs('git switch -c new');
    await runs('git switch --no-track -c mine origin/remote-only');
    await runs('git merge --no-edit plain');
    await runs('git reset HEAD~1');
    await runs('git restore .');
    await runs('git restore --staged package.json');
    await runs('git stash list');
    await runs('git clean -fd');
    await runs('git branch new');

    await it.write('package.json', 'changed\n');
    await it.write('new/Makefile', 'new\n');
    await asks('git stash', 'package.json');
    await asks('git stash -u', 'package.json', 'new/Makefile');
    await asks('git restore .', 'package.json');
    await asks('git checkout -- package.json', 'package.json');
    await asks('git checkout .', 'package.json');
    await asks('git reset --hard', 'package.json');
    await asks('git clean -fd', 'new/Makefile');

    git(it.workspace, 'update-index', '--assume-unchanged', 'package.json');
    await asks('git restore .', 'package.json');
    await asks('git checkout -- package.json', 'package.json');
    await asks('git reset --hard', 'package.json');
    await it.write('a.txt', 'changed\n');
    await asks('git stash', 'package.json');
    await runs('git stash push a.txt');
    git(it.workspace, 'update-index', '--no-assume-unchanged', 'package.json');

    git(it.workspace, 'update-index', '--skip-worktree', 'package.json');
    await runs('git restore .');
    await runs('git stash');
    await asks('git restore --ignore-skip-worktree-bits .', 'package.json');
    await asks('git checkout --ignore-skip-worktree-bits -- package.json', 'package.json');
    await asks('git checkout --ignore-skip-worktree-bits HEAD -- package.json', 'package.json');
    git(it.workspace, 'update-index', '--no-skip-worktree', 'package.json');
    git(it.workspace, 'checkout', '--', 'a.txt');
    await runs('git clean -f');
    await asks('git clean -f .', 'new/Makefile');
    const below = await it.protectedIn('git stash -u', 'workspace', join(it.workspace, 'sub'));
    expect(below).toEqual({ verdict: 'ask', names: ['package.json', 'new/Makefile'] });
    git(it.workspace, 'stash', '-u');
    await asks('git stash pop', 'package.json', 'new/Makefile');
    await asks('git stash apply stash@{0}', 'package.json', 'new/Makefile');
  });

  test('the question says which and why, no rule is offered for it, and Read only denies', async () => {
    await using it = await setUp();
    expect(await it.judge('git switch other')).toMatchObject({
      verdict: 'ask',
      tier: 'always-ask',
      rule: 'files that run code',
      sandbox: 'workspace',
      canBeAllowed: false,
      why: 'It changes package.json, which runs code by itself, or says what is run',
    });
    expect((await it.protectedIn('git switch other', 'ask')).names).toEqual(['package.json']);
    expect((await it.judge('git switch other', 'read-only')).verdict).toBe('deny');
  });

  test('what was worked out is on the record, so that the decision can be made again without git', async () => {
    await using it = await setUp();
    let rules = '';
    const { policy } = createPolicy({
      rules: () => ({ user: [], workspace: [] }),
      modeOf: async () => 'workspace',
      hasSandbox: async () => true,
      hasBox: async () => true,
      home: '/home/a',
      own: () => [],
      keep: async (text) => {
        rules = text;
        return 'a'.repeat(64);
      },
      foresee: async () => ({ part: 0, paths: [join(it.workspace, 'Makefile')], isSure: true }),
    });
    const subject = {
      kind: 'command',
      command: 'git switch other',
      cwd: it.workspace,
      limits: { timeoutMs: 1, maxOutputBytes: 1 },
    } as const;
    const plan = { subject, isOutside: false, warnings: [] };
    const { judgement, judged } = await policy({
      plan,
      tool: 'execute_command',
      session: 's',
      workspace: it.workspace,
    });
    const decided = { callId: 'c', by: 'person', verdict: 'allow', ...(judged && { judged }) } as const;
    const event = { ...EVENT, data: JSON.parse(JSON.stringify(decided)) };
    expect((await replayDecision(event, async () => rules))?.again).toEqual(judgement);
    expect(judgement.boxWrites).toEqual([join(it.workspace, 'Makefile')]);
  });

  test('what cannot be worked out runs, and is found afterwards', async () => {
    await using it = await setUp();
    for (const line of [
      'git switch nowhere',
      'git switch other; git switch plain',
      'git rebase -i other',
      'echo x > a.txt; git checkout other',
      'GIT_DIR=.git git switch other',
      'git -c core.worktree=sub switch other',
      'git switch "$x"',
      'for b in other; do git switch other; done',
    ]) {
      expect(await it.judge(line), line).toMatchObject({ verdict: 'allow', isRewriting: true });
    }
  });

  test('nothing of the repository runs meanwhile', async () => {
    await using repository = await trappedRepository();
    await using data = await temporaryFolder();
    const { path, home } = repository;
    const judge = await policyAt(path, home, data.path);
    await writeFile(join(path, 'Makefile'), 'x\n');
    const plain = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'diff.external='];
    git(path, ...plain, 'update-index', '--add', 'Makefile');
    git(path, ...plain, 'commit', '-qm', 'made');
    await writeFile(join(path, 'Makefile'), 'y\n');
    await repository.sprung();
    const lines = [
      'switch other',
      'checkout other',
      'checkout -- .',
      'restore .',
      'reset --hard other',
      'merge other',

      'rebase other',
      'cherry-pick other',
      'revert HEAD',
      'stash',
      'stash -u',
      'stash pop',
      'rm -r .',
      'mv src lib',
      'clean -fdx',
      'branch -m x',
      'branch -d other',
      'switch nowhere',
      'checkout v1 -- a.txt',
    ];
    const named: string[] = [];
    for (const line of lines) {
      const { boxWrites } = await judge(`git ${line}`);
      if (boxWrites?.includes(join(path, 'Makefile'))) named.push(line);
    }

    expect(await repository.sprung()).toEqual([]);
    expect(named).toEqual(
      expect.arrayContaining(['switch other', 'checkout -- .', 'reset --hard other', 'stash', 'rm -r .']),
    );
  });
});
