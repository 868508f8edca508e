import { expect, test } from 'vitest';
import { parseSessionArguments } from '../../../src-main/cli/session.ts';

test('both spellings of a flag, and both ways to give its value', () => {
  const args = ['--workspace=agent', '--channel_socket', '/s/x.sock', '--ai-socket', 'ai.sock'];
  expect(
    parseSessionArguments([...args, '--history_file=h.json', '--approve', 'refuse', '--approver', 'telegram:1'], '/w'),
  ).toEqual({
    workspace: '/w/agent',
    path: '/s/x.sock',
    approve: 'refuse',
    approvers: ['telegram:1'],
    aiSocket: '/w/ai.sock',
    historyFile: '/w/h.json',
  });
  expect(parseSessionArguments(args, '/w')).toMatchObject({ approve: 'wait', approvers: [] });
});

test.each([
  [[], '--workspace is missing'],
  [['--workspace', 'x'], '--channel-socket is missing'],
  [['--workspace'], '--workspace needs a value'],
  [['--workspace='], '--workspace needs a value'],
  [['--workspaces', 'x'], 'There is no flag --workspaces'],
  [['--constructor', 'x'], 'There is no flag --constructor'],
  [['x'], "'x' is not understood"],
  [['--workspace', 'x', '--channel-socket', 'y', '--approve', 'maybe'], "read-only or refuse, not 'maybe'"],
])('%j is refused with a sentence and exit code 2', (args, said) => {
  expect(parseSessionArguments(args, '/w')).toEqual({ said: expect.stringContaining(said), exitCode: 2 });
});

test.each(['help', '--help', '-h'])('%s lists the flags', (word) => {
  expect(parseSessionArguments([word], '/w')).toEqual({
    said: expect.stringContaining('--channel-socket <path>'),
    exitCode: 0,
  });
});
