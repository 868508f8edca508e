import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import { type AdapterBoxOptions, adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';
import { boxState } from '../../../support/boxed-shells.ts';

const boxTest = test.skipIf(!boxState.works);

/** The policy without a rule of a person. */
const classify = createRiskClassifier({
  rules: () => ({ user: [], workspace: [] }),
  home: '/nonexistent',
  own: () => [],
});

/** A client of an adapter whose workspace is a repository in which all that git may run says TRAP and leaves `sprung`. */
async function setUp(options: AdapterBoxOptions = {}) {
  const asked: string[] = [];
  const box = await adapterBox({
    hasBoxes: true,
    classify,
    askPerson: async ({ command }) => {
      asked.push(command);
      return { approved: true };
    },
    ...options,
  });
  await trappedRepository(box.workspace);
  const client = adapterClient(await box.start());
  const { session_id: session } = await client.ask('open_session', {});
  return {
    box,
    asked,
    inSession: (command: string) => client.ask('execute_command', { command, session_id: session }),
    alone: (command: string) => client.ask('execute_command', { command }),
    hasSprung: () => existsSync(join(box.workspace, 'sprung')),
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await box[Symbol.asyncDispose]();
    },
  };
}

async function trappedRepository(work: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: work, env });
  await mkdir(join(work, 'src'));
  git('init', '-q', '-b', 'main');
  await writeFile(join(work, '.gitattributes'), '*.bin diff=evil\n*.txt filter=evil\n');
  await writeFile(join(work, 'a.txt'), 'one\n');
  await writeFile(join(work, 'src', 'b.bin'), Buffer.from([0, 1]));
  git('add', '.');
  git('commit', '-qm', 'first');
  await writeFile(join(work, 'src', 'b.bin'), Buffer.from([0, 2]));
  git('commit', '-qam', 'second');
  const trap = join(work, '.git', 'trap');
  await writeFile(trap, `#!/bin/sh\n: > '${work}/sprung'\necho TRAP >&2\necho TRAP\ncat\n`);
  await chmod(trap, 0o755);
  for (const [key, value] of [
    ['core.fsmonitor', trap],
    ['core.pager', trap],
    ['diff.external', trap],
    ['diff.evil.textconv', trap],
    ['filter.evil.clean', trap],
    ['alias.st', `!${trap}`],
  ] as const) {
    git('config', key, value);
  }
  await writeFile(join(work, 'a.txt'), 'one\ntwo\n');
}

const READING: readonly (readonly [line: string, shown: string])[] = [
  ['git status -s', ' M a.txt'],
  ['git diff a.txt', '+two'],
  ['git diff --stat', ' a.txt | 1 +'],
  ['git log -p --format=%s -1 -- src/b.bin', 'second'],
  ['git blame -s a.txt', ' 1) one'],
  ['for f in a.txt; do git log --oneline -- "$f"; done', 'first'],
];

boxTest.each(['inSession', 'alone'] as const)(
  'git that only reads runs unasked and nothing that a configuration names (%s)',
  async (how) => {
    await using it = await setUp();

    for (const [line, shown] of READING) {
      const ran = await it[how](line);
      expect(ran, line).toMatchObject({ exit_code: 0, stderr: '', stdout: expect.stringContaining(shown) });
      expect(ran.stdout, line).not.toContain('TRAP');
    }

    expect(it.hasSprung()).toBe(false);
    expect(it.asked).toEqual([]);
    const places = (await it.box.events()).flatMap(({ type, data }) => (type === 'command.ran' ? [data.sandbox] : []));
    expect(new Set(places)).toEqual(new Set(['read-only']));
  },
);

boxTest('the traps work, and what may do more than read asks', async () => {
  await using it = await setUp();
  for (const [line, isTrap] of [
    ['git diff a.txt; touch x', true],
    ['git st', true],
    ['git log --output=x', false],
  ] as const) {
    await rm(join(it.box.workspace, 'sprung'), { force: true });
    await it.inSession(line);
    expect([line, it.hasSprung()]).toEqual([line, isTrap]);
    expect(it.asked).toContain(line);
  }
});

boxTest('a session has its own environment, folder and status before and after such a line', async () => {
  await using it = await setUp();
  const held =
    'export -p; declare -p X; declare -f git; alias; readonly -p; [[ -o pipefail ]]; echo $?; git config --get user.name';
  await it.inSession(
    "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=mine GIT_PAGER=less; readonly GIT_EDITOR; X='a b'",
  );
  await it.inSession('set -o pipefail; shopt -s expand_aliases; alias ll="ls -l"');
  await it.inSession('git() { echo TRAP; command git "$@"; }; (exit 3)');
  const before = await it.inSession(held);
  const asked = it.asked.length;

  const status = await it.inSession('git status -s');
  const moved = await it.inSession('cd src && git log --oneline');
  const failed = await it.inSession('git log nonsense');

  expect(it.asked).toHaveLength(asked);
  expect(status).toMatchObject({ stdout: ' M a.txt', stderr: '', exit_code: 0 });
  expect(moved).toMatchObject({ exit_code: 0, cwd: join(it.box.workspace, 'src') });
  expect(failed).toMatchObject({ exit_code: 128, stderr: expect.not.stringContaining('GIT_') });
  expect(await it.inSession('echo $?; pwd; cd ..')).toMatchObject({ stdout: `128\n${it.box.workspace}/src` });
  const after = await it.inSession(held);
  const withoutPlaces = ({ stdout = '' }: { stdout?: string }) => stdout.replaceAll(/^declare -x OLDPWD.*\n/gm, '');
  expect(withoutPlaces(after)).toBe(withoutPlaces(before));
  expect(after.stdout).toContain('mine');
  expect(it.hasSprung()).toBe(false);
});
