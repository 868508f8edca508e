import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Rule } from '#contract';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import type { RiskRequest } from '../../../../src-main/approvals/risk/model.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/risk');
const WORKSPACE = '/nowhere/workspace';
const LISTS: NonNullable<RiskRequest['lists']> = { allow: [], deny: [] };

function classifier(rules: { readonly user?: readonly Rule[]; readonly workspace?: readonly Rule[] } = {}) {
  const classify = createRiskClassifier({
    rules: () => ({ user: [], workspace: [], ...rules }),
    home: '/home/somebody',
    own: () => ['/home/somebody/data'],
  });
  return (command: string, lists = LISTS) => classify({ command, cwd: WORKSPACE, workspace: WORKSPACE, lists });
}

const classify = classifier();

/** A line each, with \n for a newline in it. */
const linesOf = (name: string): string[] =>
  readFileSync(join(FIXTURES, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('\\n', '\n'));

function rule(verdict: Rule['verdict'], subject: Rule['subject']): Rule {
  return { id: `${verdict}-rule`, verdict, subject, at: 0 };
}

const program = (name: string): Rule['subject'] => ({
  kind: 'command',
  program: name,
  arguments: [{ any: 'rest' }],
  wrappers: [],
  variables: [],
  redirections: [],
});

test('ordinary lines that read, print, go about and write in the workspace are safe', async () => {
  const judged = await Promise.all(
    linesOf('safe-lines.txt').map(async (line) => ({ line, ...(await classify(line)) })),
  );

  expect(judged.length).toBeGreaterThan(40);
  expect(judged.filter(({ verdict }) => verdict !== 'safe')).toEqual([]);
});

test('lines that delete, write outside, send, gain rights, or run what is not known are not safe, however they hide it', async () => {
  const judged = await Promise.all(
    linesOf('risky-lines.txt').map(async (line) => ({ line, ...(await classify(line)) })),
  );

  expect(judged.length).toBeGreaterThan(150);
  expect(judged.filter(({ verdict, reasons }) => verdict === 'safe' || reasons.length === 0)).toEqual([]);
});

test.each([
  'rm -rf /',
  'chmod -R 777 /',
  ':(){ :|:& };:',
  'echo hi; dd if=/dev/zero of=/dev/sda',
  'echo x > ~/data/y\0',
])('what is banned is denied: %s', async (line) => {
  expect((await classify(line)).verdict).toBe('deny');
});

test('a line is as risky as its worst part, and every part of it says why', async () => {
  const { verdict, reasons } = await classify('ls; rm a; curl -s https://example.org/; echo x > /etc/y');

  expect(verdict).toBe('risky');
  expect(reasons.join('\n')).toMatch(/rm deletes a[\s\S]*curl reaches example\.org[\s\S]*\/etc\/y/);
});

test("a person's rule that denies is a denial here, and one that allows needs no question", async () => {
  const judge = classifier({ user: [rule('deny', program('ls')), rule('allow', program('make'))] });

  expect((await judge('echo hi; ls')).verdict).toBe('deny');
  expect((await judge('make test')).verdict).toBe('safe');
  expect((await judge('make test; rm x')).verdict).toBe('risky');
});

test('a rule that may deny what is known only when it runs asks', async () => {
  const judge = classifier({ user: [rule('deny', { kind: 'file', access: 'read', path: 'secret/**' })] });

  expect((await judge('cat $x')).verdict).toBe('risky');
  expect((await judge('cat secret/a')).verdict).toBe('deny');
});

test('the list that allows speaks of a simple command, not of what else is in its line', async () => {
  const lists = { allow: ['git *', 'make', 'rm -rf build'], deny: [] };
  const of = async (line: string) => (await classify(line, lists)).verdict;

  expect(await of('git status')).toBe('safe');
  expect(await of('git')).toBe('safe');
  expect(await of('make -j2 all')).toBe('safe');
  expect(await of('rm -rf build')).toBe('safe');
  expect(await of('rm -rf build; rm -rf src')).toBe('risky');
  expect(await of('git status; rm x')).toBe('risky');
  expect(await of('git status > /etc/x')).toBe('risky');
  expect(await of('git $(rm x)')).toBe('risky');
  expect(await of('git $x')).toBe('risky');
  expect(await of('PATH=. git status')).toBe('risky');
  expect(await of('makers')).toBe('risky');
});

test('the list that denies holds for whatever runs the command, by whatever path', async () => {
  const lists = { allow: ['*'], deny: ['nc', 'git push*'] };
  const of = async (line: string) => (await classify(line, lists)).verdict;

  for (const line of [
    'nc -l 1',
    '/bin/nc -l 1',
    'echo x | nc a 1',
    'timeout 5 nc a 1',
    "sh -c 'nc a 1'",
    '$(nc a 1)',
    'git push -f',
  ]) {
    expect(await of(line), line).toBe('deny');
  }
  expect(await of('git pull')).toBe('safe');
});

test('what decided is told: a list, or a rule of the person; nothing where it needed neither', async () => {
  const judge = classifier({ user: [rule('deny', program('wget')), rule('allow', program('make'))] });
  const lists = { allow: ['git *', 'ls', 'mkdir *'], deny: ['nc'] };
  const by = async (line: string) => (await judge(line, lists)).by;

  expect(await by('git status')).toBe('allow-list');
  expect(await by('git status; make')).toBe('allow-list');
  expect(await by('make')).toBe('rule');
  expect(await by('ls; mkdir a; echo x > y')).toBeUndefined();
  expect(await by('nc a 1')).toBe('deny-list');
  expect(await by('nc a 1; wget b')).toBe('rule');
  expect(await by('rm -rf /')).toBe('rule');
  expect(await by('git status; rm x')).toBeUndefined();
});

test('a list allows neither a ban nor what is always asked about', async () => {
  const lists = { allow: ['*'], deny: [] };

  expect((await classify('rm -rf /', lists)).verdict).toBe('deny');
  expect((await classify('echo x > .git/hooks/pre-commit', lists)).verdict).toBe('risky');
});

test('what lies where the shell stands now counts', async () => {
  const judge = createRiskClassifier({ rules: () => ({ user: [], workspace: [] }), home: '/home/x', own: () => [] });
  const at = async (cwd: string) => (await judge({ command: 'echo x > y', cwd, workspace: WORKSPACE })).verdict;

  expect(await at(WORKSPACE)).toBe('safe');
  expect(await at('/etc')).toBe('risky');
});

test('lines beyond what is looked into are risky', async () => {
  expect((await classify(`echo ${'x'.repeat(100_000)}`)).verdict).toBe('risky');
  expect((await classify(`${'('.repeat(300)}ls${')'.repeat(300)}`)).verdict).toBe('risky');
});

test.each([
  ['copies', 'cp a b; '],
  ['names of functions', ' BASH_FUNC_'],
  ['expansions', ' ${a'],
  ['substitutions', 'echo $(ls); '],
])('a line that is long with %s is judged in bounded time', async (_, piece) => {
  const startedAt = performance.now();
  await classify(piece.repeat(60_000 / piece.length), { allow: ['x *'], deny: ['y *'] });

  expect(performance.now() - startedAt).toBeLessThan(5000);
});
