import { expect, test } from 'vitest';
import { reply, requested, setUp } from '../conversation-workbench.ts';

test('a card says what the guard split, and how often its kept output was filtered in place of running it again', async () => {
  const it = await setUp();
  const request = await it.append('llm.requested', requested);
  await it.append('llm.replied', reply([{ callId: 'c1', tool: 'execute_command', arguments: '{}' }]), request);
  const started = { callId: 'c1', tool: 'execute_command', arguments: { command_line: 'make | tail -1' } };
  const called = await it.append('tool.called', started);
  const split = {
    producer: 'make',
    filter: 'tail -1',
    removed: ['tail'],
    producerExitCode: 2,
    treatment: 'filtered' as const,
    filterExitCode: 0,
    filterMs: 3,
    notice: 'told',
  };
  const ran = {
    command: 'make | tail -1',
    cwd: '/w',
    exitCode: 0,
    stopReason: 'exit' as const,
    durationMs: 4000,
    limits: { timeoutMs: 1, maxOutputBytes: 1 },
    output: 'x\n',
    outputBytes: 9,
    notWatched: [],
    split,
    sandbox: 'read-only' as const,
  };
  const source = await it.append('command.ran', ran, called);
  await it.append('tool.returned', { callId: 'c1', tool: 'execute_command', content: 'x', outcome: 'done' }, called);
  const filtered = { source, filter: 'head -1', exitCode: 0, bytes: 2, durationMs: 5, savedMs: 4000 };
  await it.append('output.filtered', { ...filtered, by: 'model' });
  await it.append('output.filtered', { ...filtered, by: 'person' });
  await it.append('output.filtered', { ...filtered, source: 'another', by: 'person' });

  using conversation = await it.open();

  const { filterExitCode: _, filterMs: __, removed: ___, ...shown } = split;
  const card = conversation.items.find((item) => item.kind === 'tool');
  expect(card?.output).toBe(source);
  expect(card?.command).toMatchObject({ sandbox: 'read-only', reslices: { count: 2, savedMs: 8000 } });
  expect(card?.command?.split).toEqual(shown);
});
