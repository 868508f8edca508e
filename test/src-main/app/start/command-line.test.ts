import { describe, expect, test } from 'vitest';
import { argumentsForCli, parseCommandLine, programArguments } from '#app/start/command-line';
import { StartError } from '#app/start/start-error';

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
  expect(parseCommandLine([])).toEqual({
    command: 'run',
    folder: undefined,
    profiles: [],
    isDebug: false,
    port: 0,
    opensWindow: true,
  });
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
    profiles: [],
    isDebug: false,
    port: 8123,
    opensWindow: false,
  });
});

test('profiles keep the order in which they were named first; a list in one word is one name', () => {
  const args = ['-profile', 'b', '--profile=a', '-profile', 'b', '-profile', 'a,c', '-debug'];

  expect(parseCommandLine(args)).toMatchObject({ profiles: ['b', 'a', 'a,c'], isDebug: true });
});

test.each([
  ['-v', 'version'],
  ['-version', 'version'],
  ['--version', 'version'],
  ['-h', 'help'],
  ['--help', 'help'],
])('%s asks for %s', (flag, command) => {
  expect(parseCommandLine([flag]).command).toBe(command);
});

test('the version is told whatever else is wrong', () => {
  expect(parseCommandLine(['-v', 'folder', '--colour']).command).toBe('version');
});

test('a word that is no flag is refused with exit code 1', () => {
  expect(refusalOf(['folder'])).toMatchObject({ exitCode: 1, message: expect.stringContaining("'folder'") });
});

describe('a wrong command line is refused with exit code 2 and the argument that is wrong', () => {
  test.each([
    [['--colour'], '--colour'],
    [['-x'], '-x'],
    [['--port'], '-port needs a value'],
    [['--port', 'http'], "'http'"],
    [['--port', '65536'], "'65536'"],
    [['--port', '-1'], "'-1'"],
    [['--port=1.5'], "'1.5'"],
    [['-dir'], '-dir needs a value'],
    [['-dir='], '-dir needs a value'],
    [['--no-open=yes'], 'is on or off, not "yes"'],
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

test.each([
  [false, ['electron', '/checkout', '-dir', 'x']],
  [true, ['sigma-shell', '-dir', 'x']],
])('the first argument counts, whether the app is packed (%s) or not', (isPackaged, argv) => {
  expect(programArguments(argv, { isPackaged })).toEqual(['-dir', 'x']);
});

test.each([
  [['-dir', 'x'], undefined],
  [['--cli'], []],
  [
    ['--ozone-platform=headless', '--cli', 'start', '--cli'],
    ['start', '--cli'],
  ],
])('of %j the command line gets %j', (args, expected) => {
  expect(argumentsForCli(args)).toEqual(expected);
});
