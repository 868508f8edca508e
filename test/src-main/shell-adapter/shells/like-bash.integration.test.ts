import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, seeded, sessionCommands } from '../../../support/session-commands.ts';
import { type ShellBox, shellBox } from '../../../support/shell-box.ts';

const COUNT = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 300;
const SIZES = { most: 20_000, beginning: 10_000, end: 10_000 };

test(`${COUNT} commands in one session, one in three of them nasty, each get their own result`, async () => {
  await using box = await shellBox({ output: SIZES });
  const shell = await box.open();
  const problems: string[] = [];
  for (const command of sessionCommands(COUNT, 3, seeded(11))) {
    const problem = problemOf(command, await box.run(command.text, shell));
    if (problem !== undefined) problems.push(problem);
  }
  expect(problems).toEqual([]);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: bash text
const SAME: readonly string[] = [
  'for i in 1 2 3; do\n  echo "$i"\ndone',
  'cat <<END\na $((1 + 1))\nEND',
  'seq 1 20 | grep 1 | tail -n 2',
  `echo 'it''s' "a \\"b\\"" $(echo sub)`,
  'readonly r=1; r=2; echo after',
  'echo one; return 3; echo two',
  'ls /nonexistent-folder',
  'f() { local a=1; return 4; }; f; echo $?',
  'echo $0 "$@" $#',
  'a=(1 2 3); echo "${a[@]:1}"',
  'printf "a\\tb\\r\\n\\n\\n"',
  'exit 300',
  'set -e; (exit 9); echo no',
  'trap "echo bye" EXIT; exit 3',
  'kill -TERM $$',
  '{ echo a; echo b >&2; } 2>&1',
  'echo hi > /dev/stdout; echo err > /dev/stderr',
  '[[ -t 0 || -t 1 || -t 2 ]]; echo $?',
  'unset HOME; cd; echo $?',
];

let box: ShellBox;
beforeAll(async () => {
  box = await shellBox({ output: SIZES });
});
afterAll(async () => {
  await box[Symbol.asyncDispose]();
});

test.each(SAME)('on its own, %j is what bash -c makes of it', async (text) => {
  const { stdout, stderr, exit_code } = await box.run(text);
  const bash = await bashOf(text, box.workspace);
  expect({ stdout, stderr: plain(stderr), exit_code }).toEqual({ ...bash, stderr: plain(bash.stderr) });
});

test('a variable that is not set ends a script with 1, where bash -c says 127', async () => {
  for (const text of ['set -u; echo $nothing_here; echo no', ': ${nothing_here?is needed}; echo no']) {
    const result = await box.run(text);
    expect(result).toMatchObject({ stdout: '', exit_code: 1, termination_reason: 'shell_exit' });
    expect(result.stderr).toContain('nothing_here');
  }
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: bash text

/** Bash says where in its program a message comes from, and ours has other lines. */
const plain = (text: string) => text.replace(/^\S*bash: (-c: |eval: )?(line \d+: )?/gm, 'bash: ');

/** Bare bash, its output in files, which commands can open by their names. */
async function bashOf(text: string, cwd: string): Promise<{ stdout: string; stderr: string; exit_code: number }> {
  const paths = ['out', 'err'].map((name) => join(tmpdir(), `sigma-like-bash-${process.pid}-${name}`));
  const [out, err] = paths.map((path) => openSync(path, 'w')) as [number, number];
  const environment = { PATH: process.env.PATH ?? '', HOME: cwd, LC_ALL: 'C.UTF-8' };
  const child = spawn('bash', ['-c', text], { cwd, env: environment, stdio: ['ignore', out, err] });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  for (const descriptor of [out, err]) closeSync(descriptor);
  const [stdout = '', stderr = ''] = paths.map((path) => readFileSync(path, 'utf8').replace(/\n$/, ''));
  for (const path of paths) rmSync(path);
  return { stdout, stderr, exit_code: code ?? 128 + (signal ? constants.signals[signal] : 0) };
}
