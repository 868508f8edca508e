import { expect, test } from 'vitest';
import { ConversationItem, ConversationUpdate, type RunLimits } from '#contract';
import { commandRan, follow, runningCommand, setUp } from '../conversation-workbench.ts';

const LIMITS: RunLimits = { timeoutMs: 1000, maxOutputBytes: 1000, memoryBytes: 100 };

test('what a running command uses and may use is told, and what it may stays on its item', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const updates: ConversationUpdate[] = [];
  conversation.updates((update) => updates.push(update));
  const reader = follow(conversation);
  const called = await runningCommand(append);
  const usage = { elapsedMs: 250, outputBytes: 3, memoryBytes: 50, processes: 2 };

  conversation.callUsage('c1', usage, LIMITS);
  const item = conversation.items.at(-1);
  expect(updates.at(-1)).toEqual({ kind: 'usage', id: item?.id, usage, limits: LIMITS });
  expect(ConversationUpdate.parse(updates.at(-1))).toEqual(updates.at(-1));
  expect(item).toMatchObject({ state: 'running', command: { limits: LIMITS } });

  await append('limits.raised', { limit: 'memory', from: 100, to: 200, scope: 'once', callId: 'c1' });
  expect(reader.items.at(-1)).toMatchObject({ command: { raised: [{ limit: 'memory', to: 200, scope: 'once' }] } });

  const had = { ...LIMITS, memoryBytes: 200 };
  await append('command.ran', { ...commandRan, stopReason: 'memory', limits: had, notWatched: [] }, called);
  const told = updates.length;
  conversation.callUsage('c1', usage, LIMITS);
  expect(updates.length).toBe(told);
  expect(reader.items.at(-1)).toMatchObject({
    command: { limits: had, stopReason: 'memory', raised: [{ limit: 'memory', to: 200, scope: 'once' }] },
  });
  expect(ConversationItem.parse(reader.items.at(-1))).toEqual(reader.items.at(-1));
});

test('a limit that is raised after the end shows on the command that ran into it, also when the session is read anew', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  const called = await runningCommand(append);
  await append('command.ran', { ...commandRan, stopReason: 'memory', notWatched: [] }, called);
  await append('tool.returned', { callId: 'c1', tool: 'execute_command', content: '', outcome: 'failed' }, called);
  await append('limits.raised', { limit: 'memory', from: 100, to: 200, scope: 'session', callId: 'c1' });
  using conversation = await open();

  expect(conversation.items.at(-1)).toMatchObject({
    state: 'failed',
    command: { raised: [{ limit: 'memory', to: 200, scope: 'session' }] },
  });
});
