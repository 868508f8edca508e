import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { neutralGit } from '#approvals';
import { programInSandbox } from '#process/sandbox/sandboxed-program';
import { createPolicy } from '../../../src-main/approvals/policy.ts';
import { type TrappedRepository, trappedRepository } from '../../support/trapped-repository.ts';

/** Lines that people and models type. */
const LINES = [
  'git status',
  'git status -sb',
  'git status --porcelain=v2 --ignored',
  'git diff',
  'git diff --stat',
  'git diff --cached',
  'git diff HEAD~1',
  'git diff --stat HEAD~1',
  'git diff HEAD -- a.txt',
  'git diff --word-diff b.bin',
  'git log --oneline | head -5',
  'git log -p',
  'git log --stat --all',
  'git log -m -p',
  "git log --format='%h %G? %GG %s %(trailers)'",
  'git log -G needle --oneline',
  'git show',
  'git show HEAD',
  'git show v1',
  'git show HEAD:a.txt',
  'git show --stat HEAD~1',
  'git blame a.txt',
  'git blame HEAD -- b.bin',
  'git branch -avv',
  'git tag',
  'git tag -n3',
  'git stash list',
  'git stash list -p',
  'git stash show -p',
  'git remote -v',
  'git ls-files -s',
  'git ls-files -m',
  'git ls-tree -r HEAD',
  'git grep needle',
  'git grep -n needle HEAD',
  'git describe --tags --dirty',
  'git shortlog -sn HEAD',
  'git rev-parse HEAD',
  'git rev-list --count --all',
  'git reflog',
  'git reflog -p',
  'git cat-file -p HEAD:a.txt',
  'git diff-tree -p HEAD~1',
  'git diff-index -p HEAD',
  'git diff-files -p',
  'git whatchanged -p -1',
  "git for-each-ref --format='%(refname) %(contents)'",
  'git worktree list',
  'cd src && git diff',
  'git -C inner diff',
  '(cd inner && git status && git log -p)',
  'for f in *.txt; do git blame "$f"; done',
  "find . -maxdepth 1 -name '*.txt' | xargs git log -p --",
];

let repository: TrappedRepository;

beforeAll(async () => {
  repository = await trappedRepository();
});
afterAll(() => repository[Symbol.asyncDispose]());

async function verdictOf(command: string) {
  const { path, home } = repository;
  const { judge } = createPolicy({
    rules: () => ({ user: [], workspace: [] }),
    keep: async () => '',
    modeOf: async () => 'ask',
    hasSandbox: async () => true,
    home,
    own: () => [],
  });
  const subject = { kind: 'command', command, cwd: path, limits: { timeoutMs: 1, maxOutputBytes: 1 } } as const;
  const asked = { plan: { subject, isOutside: false, warnings: [] }, tool: 'execute_command', workspace: path };
  const { verdict, why } = await judge(asked, 'read-only');
  return verdict === 'allow' ? 'allow' : why;
}

const environmentOf = async (command: string) => {
  const { path, home } = repository;
  const found = await neutralGit({ command, cwd: path, workspace: path, home });
  if ('why' in found) throw new Error(`${command}: ${found.why}`);
  return found.environment;
};

describe('git as people type it, in a repository full of traps', () => {
  test.each(LINES)('%s is proven, and runs nothing that the repository names', async (line) => {
    expect(await verdictOf(line)).toBe('allow');

    const shown = await repository.run(line, await environmentOf(line));

    expect(await repository.sprung()).toEqual([]);
    expect(shown).not.toContain('TRAP');
    expect(shown).not.toMatch(/fatal|cannot run/);
  });

  test.each([
    ['git status', 'fsmonitor'],
    ['git diff a.txt', 'evil-clean'],
    ['git -c core.fsmonitor=false diff src/a.ts', 'tree-command'],
    ['git log -p -- b.bin', 'included-textconv'],
    ['git log -1 v1', 'gpg-openpgp'],
  ])('the traps work: without our environment, %s runs %s', async (line, trap) => {
    await repository.run(line, {});

    expect(await repository.sprung()).toContain(trap);
  });

  test.skipIf(!existsSync('/usr/bin/bwrap'))('differences are shown all the same, in the sandbox', async () => {
    const { path } = repository;
    const line = 'git diff a.txt; git diff --stat; git log -p --format=%s -2 -- a.txt; git status -s';
    expect(await verdictOf(line)).toBe('allow');
    const box = programInSandbox(
      { file: '/bin/bash', args: ['--norc', '-c', line] },
      { strength: 'read-only', program: '/usr/bin/bwrap', cwd: path, workspace: path, hide: [] },
    );
    const quoted = [box.file, ...box.args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

    const shown = await repository.run(quoted, await environmentOf(line));

    expect(shown).toContain('+changed');
    expect(shown).toContain('a.txt    |   2 +-');
    expect(shown).toContain('+three');
    expect(shown).toContain(' M a.txt');
    expect(shown).not.toMatch(/TRAP|fatal/);
  });
});
