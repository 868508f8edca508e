import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandProblem, seededRandom, sessionCommands } from '../../../support/session-commands.ts';
import { type ShellBox, shellBox } from '../../../support/shell-box.ts';

const COUNT = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 150;
const SIZES = { most: 20_000, beginning: 10_000, end: 10_000 };

test(`${COUNT} commands in one session, one in three of them nasty, each get their own result`, async () => {
  await using box = await shellBox({ output: SIZES });
  const shell = await box.open();
  const problems: string[] = [];
  for (const command of sessionCommands(COUNT, 3, seededRandom(11))) {
    const problem = commandProblem(command, await box.run(command.text, shell));
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
  'set -u; echo $nothing_here; echo no',
  ': ${nothing_here?is needed}; echo no',
  "trap 'echo bye' EXIT; echo x",
  "trap 'echo bye; exit 3' EXIT; echo x",
  "trap 'echo $?; rm -f t' EXIT; touch t; set -e; false; echo no",
  "trap 'echo outer' EXIT; (trap 'echo inner' EXIT; (trap 'echo innermost' EXIT; echo x))",
  "trap 'echo bye' EXIT; exec echo x",
  "trap 'echo bye' EXIT; kill -TERM $$; echo no",
  "trap 'echo bye' EXIT; kill -KILL $$; echo no",
  "trap 'echo term; exit 7' TERM; trap 'echo bye' EXIT; kill -TERM $$",
  "trap 'echo bye' EXIT; (sleep 0.1; echo late) & wait; echo x",
  "trap 'nosuchcmd\nnosuchcmd' EXIT; echo a\nnosuchcmd\necho $LINENO",
  'echo a\nnosuchcmd\nif',
  'f() {\n  nosuchcmd\n}\n\nf; caller; echo $LINENO',
  'set -n; echo no',
  'set -r; cd /; echo x',
  'ulimit -n 4; echo x',
  'enable -n builtin printf; echo x',
  "shopt -s extdebug; trap 'false' DEBUG; echo skipped",
  'echo $- $SHLVL $BASH_SUBSHELL',
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
  expect({ stdout, stderr, exit_code }).toEqual(bash);
});

test.each([200, 2000, 20_000])(
  'a script of %i lines says in which line it went wrong, and at its end',
  async (lines) => {
    const text = `${'# a comment\n'.repeat(lines)}nosuchcmd; trap 'echo bye' EXIT; echo $LINENO`;
    expect(await box.run(text)).toMatchObject({
      stdout: `${lines + 1}\nbye`,
      stderr: `bash: line ${lines + 1}: nosuchcmd: command not found`,
      exit_code: 0,
    });
  },
);

const NUMBERED: readonly string[] = [
  'echo a\nnosuchcmd',
  'echo $LINENO\necho $LINENO\n\necho $LINENO; nosuchcmd\n(nosuchcmd)',
  'cat <<END\n$LINENO\n$(nosuchcmd)\nEND\n\nnosuchcmd',
  'for i in 1 2\ndo\n  nosuchcmd\ndone | cat',
  'echo "it\'s\n\n$LINENO" \\\n  $LINENO\nnosuchcmd',
  'f() {\n  echo $LINENO\n}\n\nf; (exit 3); echo $? $LINENO',
  "eval 'echo\nnosuchcmd'\nx=$(echo\nnosuchcmd); echo $LINENO",
  "trap 'echo $LINENO' ERR\n\nfalse\ntrap - ERR; echo $LINENO",
  `${'# a comment\n'.repeat(900)}nosuchcmd; echo $LINENO`,
];

test('in a session, lines are those of the command, as bash -c has them', async () => {
  const shell = await box.open();
  for (const text of NUMBERED) {
    const { stdout, stderr, exit_code } = await box.run(text, shell);
    expect({ text, stdout, stderr, exit_code }).toEqual({ text, ...(await bashOf(text, box.workspace)) });
  }
});

test('in a session, what is not closed is told with its line, and a function keeps the lines of its command', async () => {
  const shell = await box.open();
  expect((await box.run('echo a\nf() {\n  nosuchcmd\n}', shell)).exit_code).toBe(0);
  expect((await box.run('echo b\n\nf\nif', shell)).stderr).toBe(
    'main: line 3: nosuchcmd: command not found\nbash: eval: line 5: syntax error: unexpected end of file',
  );
  expect((await box.run("echo c\necho 'd", shell)).stderr).toContain('bash: eval: line 2: unexpected EOF');
  expect((await box.run("trap 'echo bye $LINENO' EXIT\n\nexit 3", shell)).exit_code).toBe(3);
});

test.each([
  ['unset LINENO', '[]'],
  ['set -u; unset LINENO', '[]'],
  ['readonly LINENO', undefined],
  ['export LINENO', undefined],
  ['set -u', '[1]'],
  ['unset EPOCHSECONDS', undefined],
  ['set -o posix', '[1]'],
])('after %j a session goes on', async (text, told) => {
  const shell = await box.open();
  expect((await box.run(text, shell)).exit_code).toBe(0);
  const next = await box.run('(exit 4)', shell);
  expect(next.exit_code).toBe(4);
  const { stdout, exit_code } = await box.run('echo "$?"; echo "[${LINENO-}]"; exit 5', shell);
  expect(exit_code).toBe(5);
  expect(stdout).toMatch(told === undefined ? /^4\n\[\d+\]$/ : `4\n${told}`);
});

test('a trap that takes too long is within the time of its command, and what it says at its end is heard', async () => {
  const limits = { timeoutMs: 500, maxOutputBytes: 1_000_000 };
  const slow = await box.run("trap 'echo bye; sleep 100' EXIT; echo x", undefined, { limits });
  expect(slow).toMatchObject({ stdout: 'x\nbye', exit_code: -1, termination_reason: 'timeout' });
  const stopped = await box.run("trap 'echo bye' EXIT; echo x; sleep 100", undefined, { limits });
  expect(stopped).toMatchObject({ stdout: 'x\nbye', exit_code: -1, termination_reason: 'timeout' });
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: bash text

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
