import { expect, test } from 'vitest';
import type { CommandResult } from '../../../../src-main/execution/runs/run-command.ts';
import { commandOutcome } from '../../../../src-main/execution/tool/outcome.ts';

const RESULT: CommandResult = {
  exitCode: 0,
  signal: undefined,
  stopReason: 'exit',
  stopText: undefined,
  durationMs: 1,
  output: 'a',
  errorText: '',
  hasAllOfStdout: true,
  hasAllInSpool: true,
  redacted: 0,
  outputBytes: 9000,
  peak: undefined,
  leftBehind: 0,
};
const KEPT = { limits: { timeoutMs: 1000, maxOutputBytes: 5000 }, callId: 'c', spoolPath: '/none', folder: undefined };
const told = async (more: Partial<CommandResult>) =>
  (await commandOutcome({ result: { ...RESULT, ...more } }, KEPT)).content;

test('processes that a command left running are counted in a sentence', async () => {
  expect(await told({ leftBehind: 1 })).toContain(
    'One process it had left running in the background was ended with it.',
  );
  expect(await told({ leftBehind: 2 })).toContain('2 processes it had left running in the background were ended');
});

test('all of an output is said to be kept only where it is', async () => {
  expect(await told({})).toContain('All 9000 bytes of its output are kept: filter_output with id "c"');
  const cut = await told({ hasAllInSpool: false, stopReason: 'output', exitCode: undefined, signal: 'SIGTERM' });
  expect(cut).not.toContain('All 9000 bytes');
  expect(cut).toContain('Not all of the 9000 bytes of its output are kept: filter_output with id "c" filters what is.');
});
