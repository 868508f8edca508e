import { expect, test } from 'vitest';
import { bashOf, persistentBash } from '../../../../../src-main/shell-adapter/shells/process/bash-program.ts';

const COMMAND = {
  text: `echo 'it'`,
  stdout: '/p/1',
  stderr: '/p/2',
  side: '/p/3',
  token: 'ab'.repeat(16),
  last: undefined,
  textFile: '/p/x.sh',
};

test('bash gets one line for a command, quoted, and long ones by a file', () => {
  const program = persistentBash('bash');
  const line = program.tell(COMMAND);
  expect(line).toMatch(/^\\builtin eval 'echo '\\''it'\\'''"\$\{LINENO\S*" <\/dev\/null >'\/p\/1' 2>'\/p\/2';/);
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(line.length).toBeLessThan(700);
  const long = { ...COMMAND, text: 'x'.repeat(5000) };
  expect(program.isByFile(COMMAND.text)).toBe(false);
  expect(program.isByFile(long.text)).toBe(true);
  expect(program.tell(long)).toContain(`eval "$(<'/p/x.sh')"`);
});

test('a shell that runs one command becomes bash -c with its text', () => {
  const { become } = persistentBash('/bin/bash');
  const into = `</dev/null >'/p/1' 2>'/p/2'\n`;
  expect(become(COMMAND)).toBe(`\\exec -a bash '/bin/bash' -c 'echo '\\''it'\\''' ${into}`);
  expect(become({ ...COMMAND, text: 'x'.repeat(5000) })).toBe(`\\exec -a bash '/bin/bash' -c "$(<'/p/x.sh')" ${into}`);
  expect(become({ ...COMMAND, text: 'x'.repeat(50_000) })).toContain(`-c 'eval "$(<`);
});

test.each([
  [0, /^\\builtin eval/],
  [1, /^! \\builtin :;\\builtin eval/],
  [7, /^\(\\builtin exit 7\)&&\\builtin :;\\builtin eval/],
])('the status %i of the command before is there for the next', (exitCode, expected) => {
  const last = { exitCode, cwd: '/', hasAliases: false };
  expect(persistentBash('bash').tell({ ...COMMAND, last })).toMatch(expected);
});

test('a report without a status, or without its fields, is none', () => {
  const { parseReport } = persistentBash('bash');
  expect(parseReport(['3', '/a', 'cmdhist:expand_aliases'])).toEqual({ exitCode: 3, cwd: '/a', hasAliases: true });
  expect(parseReport(['x', '/a', ''])).toBeUndefined();
  expect(parseReport(['', '/a', ''])).toBeUndefined();
  expect(parseReport(['0'])).toBeUndefined();
});

test.each([
  [{ SHELL: '/opt/bin/bash' }, '/opt/bin/bash'],
  [{ SHELL: '/usr/bin/zsh' }, 'bash'],
  [{}, 'bash'],
])('of %j, the bash that runs is %s', (environment, expected) => {
  expect(bashOf(environment as Record<string, string>)).toBe(expected);
});
