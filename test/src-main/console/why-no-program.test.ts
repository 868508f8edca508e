import { expect, test } from 'vitest';
import { whyNoProgram } from '../../../src-main/console/why-no-program.ts';

const where = { cwd: import.meta.dirname, environment: {} };

test.each([
  [127, 'no such file', '../no-such-folder/x'],
  [126, 'is a folder', './'],
  [126, 'not executable', './why-no-program.test.ts'],
  [126, 'not a directory', './why-no-program.test.ts/x'],
  [126, 'name too long', `./${'x'.repeat(5000)}`],
  [127, 'command not found', 'no-such-program'],
])('a program that is not there ends its line with %i: %s', (exitCode, why, name) => {
  const { text, ...end } = whyNoProgram(name, where);
  expect(end).toEqual({ exitCode });
  expect(text.startsWith(`${name}: `)).toBe(true);
  expect(text).toContain(why);
});
