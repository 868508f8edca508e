import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '#app/command-line';
import { StartError } from '#app/start-error';

function refusalOf(args: readonly string[]): StartError {
  try {
    parseCommandLine(args);
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
  throw new Error(`${args.join(' ')} was understood`);
}

test('without arguments the app runs on any free port, in its own workspace, and opens a window', () => {
  expect(parseCommandLine([])).toEqual({ command: 'run', folder: undefined, port: 0, opensWindow: true });
});

test.each([[['-dir', '/a b']], [['--dir', '/a b']], [['-dir=/a b']], [['--dir=/a b']]])(
  '%j names the workspace',
  (args) => {
    expect(parseCommandLine(args).folder).toBe('/a b');
  },
);

test('all flags together are understood', () => {
  expect(parseCommandLine(['--browser', '--no-open', '--port', '8123', '-dir', 'x'])).toEqual({
    command: 'run',
    folder: 'x',
    port: 8123,
    opensWindow: false,
  });
});

test.each([
  ['-v', 'version'],
  ['--version', 'version'],
  ['-h', 'help'],
  ['--help', 'help'],
])('%s asks for %s', (flag, command) => {
  expect(parseCommandLine([flag]).command).toBe(command);
});

describe('a wrong command line is refused with exit code 2 and the argument that is wrong', () => {
  test.each([
    [['--colour'], '--colour'],
    [['-x'], '-x'],
    [['folder'], "'folder'"],
    [['--port'], '--port needs a value'],
    [['--port', 'http'], "'http'"],
    [['--port', '65536'], "'65536'"],
    [['--port', '-1'], '--port'],
    [['--port=1.5'], "'1.5'"],
    [['-dir'], '-dir needs a value'],
    [['-dir='], '-dir needs a value'],
    [['--no-open=yes'], '--no-open takes no value'],
  ])('%j', (args, named) => {
    const refusal = refusalOf(args);

    expect(refusal.exitCode).toBe(2);
    expect(refusal.message).toContain(named);
    expect(refusal.message).toContain('Usage');
  });
});

test("Electron's own switches are overlooked where asked for, and ours are still found among them", () => {
  const args = ['--inspect=0', '-r', '/loader.js', '--remote-debugging-port=0', '.', '-dir', 'x', '--no-sandbox'];

  expect(parseCommandLine(args, { overlooksUnknown: true }).folder).toBe('x');
});
