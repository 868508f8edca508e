import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { holdsLogin } from '#core/secrets/git-logins';
import { policyBench } from './policy-bench.ts';

const remote = (url: string) => `[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
const LOGIN = remote('https://someone:a-password@example.org/x.git');
const PLAIN = `[core]\n\trepositoryformatversion = 0\n${remote('git@github.com:some/where.git')}`;

test.each([
  LOGIN,
  remote('https://ghp_0123456789abcdefghij@github.com/x.git'),
  remote('http://:word@example.org/x'),
  '[url "https://someone:word@example.org/"]\n\tinsteadOf = gh:\n',
  '[http "https://example.org/"]\n\textraHeader = Authorization: Basic Zm9v\n',
  '[http] extraheader = x\n',
  '[github]\n\toauthToken = x\n',
  '[credential]\n\thelper = "!f() { echo password=word; }; f"\n',
])('%j has what logs somebody in', (config) => {
  expect(holdsLogin(config)).toBe(true);
});

test.each([
  PLAIN,
  remote('https://github.com/some/where.git'),
  remote('https://someone@dev.example.org/x'),
  remote('ssh://git@example.org:22/x'),
  '[credential]\n\thelper = store\n',
  '[user]\n\temail = someone@example.org\n',
])('%j has not', (config) => {
  expect(holdsLogin(config)).toBe(false);
});

const FILES = [
  '.git/config',
  '.git/modules/libs/one/config',
  '.git/worktrees/w/config.worktree',
  'vendored/.git/config',
];

test.each(FILES)('a search through all of a folder asks while %s has a login in it, and only then', async (name) => {
  await using bench = await policyBench();
  const file = join(bench.workspace, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, PLAIN);
  const searches = async () => (await bench.line('grep -rn x .')).verdict;
  expect(await searches()).toBe('allow');

  await writeFile(file, LOGIN);

  expect(await searches()).toBe('ask');
  expect((await bench.line('grep -rn x .')).parts[0]?.why).not.toContain('a-password');
  expect((await bench.line('grep -rn x src')).verdict).toBe('allow');
  const git = 'git -c core.fsmonitor=false -c core.hooksPath=/dev/null status --short';
  expect((await bench.line(git)).verdict).toBe('allow');
});

test('a search through a folder of the repository itself asks for the same reason', async () => {
  await using bench = await policyBench();
  const folder = join(bench.workspace, '.git/modules/one');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'config'), LOGIN);
  expect((await bench.line('grep -r x .git/modules')).verdict).toBe('ask');
});

test('a configuration that is no ordinary file is asked about, and keeps nobody waiting', async () => {
  await using bench = await policyBench();
  await mkdir(join(bench.workspace, '.git/config'), { recursive: true });
  expect((await bench.line('grep -rn x .')).verdict).toBe('ask');
});
