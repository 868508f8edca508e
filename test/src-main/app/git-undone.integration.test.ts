import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeSandbox } from '#process/sandbox/probe';
import { casesOfTheDay } from '../../support/cases-of-the-day.ts';
import { type PhiEngine, phiEngine } from '../../support/phi-engine.ts';

const { works, why } = await probeSandbox({ PATH: process.env.PATH ?? '' });
const boxTest = test.skipIf(!works);
if (!works) test.skip(`no sandbox works here: ${why}`, () => {});

const AS_A = ['-c', 'user.name=A', '-c', 'user.email=a@b'];

/** Runs git; a command that only reads must not rewrite the index. */
function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['--no-optional-locks', '-C', folder, ...AS_A, ...args], { encoding: 'utf8' });
}

/** Reads everything git says about a working tree, its references, its index and its stashes. */
const stateOf = (folder: string): Readonly<Record<string, string>> => ({
  files: readdirSync(join(folder, '.git'), { recursive: true }).filter(isNoObject).sort().join('\n'),
  ...Object.fromEntries(
    [
      ['status', '--porcelain=v2', '--branch', '--show-stash'],
      ['log', '--all', '--graph', '--format=%H %D %s'],
      ['stash', 'list', '--format=%H %gd %gs'],
      ['for-each-ref'],
      ['reflog', '--all', '--format=%H %gD %gs'],
      ['ls-files', '--stage'],
      ['diff', '--cached'],
      ['diff'],
      ['symbolic-ref', 'HEAD'],
      ['fsck', '--no-dangling'],
    ].map((args) => [args.join(' '), git(folder, ...args)]),
  ),
});

const isNoObject = (path: string | Buffer): boolean => !String(path).startsWith('objects');

/** Two branches that part, a stash, a staged and an unstaged change. */
async function repository(folder: string): Promise<void> {
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  git(folder, 'init', '-qb', 'main');
  await write('a.txt', 'one\n');
  await write('b.txt', 'one\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'one');
  git(folder, 'switch', '-qc', 'target/feature');
  await write('b.txt', 'feature\n');
  git(folder, 'commit', '-qam', 'feature');
  git(folder, 'switch', '-q', 'main');
  await write('a.txt', 'two\n');
  git(folder, 'commit', '-qam', 'two');
  git(folder, 'tag', 'v1');
  await write('a.txt', 'put aside\n');
  git(folder, 'stash');
  await write('a.txt', 'staged\n');
  git(folder, 'add', 'a.txt');
  await write('a.txt', 'staged, then changed\n');
  await write('new.txt', 'untracked\n');
}

async function commandTurn(phi: PhiEngine, command: string) {
  phi.model.push({ calls: [{ tool: 'execute_command', arguments: { command } }] }, { text: 'Done' });
  await phi.say('Go on');
  const call = (await phi.calls(phi.session)).at(-1);
  if (call === undefined) throw new Error('no call');
  return call;
}

const asA = (command: string) => `git() { command git ${AS_A.join(' ')} "$@"; }; ${command}`;

/** Commands that change a repository in ways of their own. */
const COMMANDS = [
  'git add -A',
  'git commit -qam changed',
  'git commit -q --amend -m other',
  'git stash',
  'git stash -u && git stash pop -q',
  'git stash drop',
  'git stash clear',
  'git branch other',
  'git branch -D target/feature',
  'git branch target/other',
  'git tag -d v1; git tag v2',
  'git stash -q && git switch -q target/feature',
  'git stash -q && git rebase -q target/feature',
  'git stash -q && git merge -q -m merged target/feature',
  'git reset -q --hard HEAD~1',
  'git checkout -q -- a.txt',
  'git clean -fdq',
  'git rm -qf b.txt && git mv a.txt c.txt',
  'git reflog expire --expire=now --all',
  'git pack-refs --all',
  'git stash clear; git reflog expire --expire=now --all; git gc -q --prune=now',
];

boxTest.each(casesOfTheDay(COMMANDS, 3))(
  '%s is undone with its turn: references, index and stash are what they were',
  async (command) => {
    await using phi = await phiEngine();
    const { session } = phi;
    const { workspace } = phi.home;
    await repository(workspace);
    await phi.api.rules.setMode({ session, mode: 'workspace' });
    const before = stateOf(workspace);

    const call = await commandTurn(phi, asA(command));
    expect([call.command?.exitCode, call.command?.sandbox], call.result).toEqual([0, 'workspace']);
    expect(stateOf(workspace)).not.toEqual(before);
    await phi.api.changes.undoTurn({ session, turn: call.turn ?? '' });

    expect(stateOf(workspace)).toEqual(before);
  },
);
