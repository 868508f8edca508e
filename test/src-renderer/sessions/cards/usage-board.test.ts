import { expect, test } from 'vitest';
import type { ConversationUpdate } from '#contract';
import { UsageBoard } from '../../../../src-renderer/sessions/cards/usage-board.ts';

const used = (id: string, elapsedMs: number): ConversationUpdate => ({
  kind: 'usage',
  id,
  usage: { elapsedMs, outputBytes: 0 },
  limits: { timeoutMs: 1000, maxOutputBytes: 1000 },
});
const call = (state: 'running' | 'done'): ConversationUpdate => ({
  kind: 'item',
  item: {
    kind: 'tool',
    id: 't1',
    at: 0,
    callId: 'c1',
    tool: 'execute_command',
    state,
    sent: '',
    repairs: [],
    changes: [],
  },
});

async function* these(...updates: ConversationUpdate[]) {
  yield* updates;
}

/** Returns the updates left for the conversation, and how often the board notified. */
async function read(board: UsageBoard, ...updates: ConversationUpdate[]) {
  let heard = 0;
  const unsubscribe = board.subscribe(() => heard++);
  const left: string[] = [];
  for await (const { kind } of board.without(these(...updates))) left.push(kind);
  unsubscribe();
  return { left, heard };
}

test('what is used does not reach the conversation', async () => {
  const board = new UsageBoard();
  expect(await read(board, call('running'), used('t1', 100), used('t1', 200))).toEqual({ left: ['item'], heard: 2 });
  expect(board.of('t1')?.usage.elapsedMs).toBe(200);
  expect(board.of('t2')).toBeUndefined();
});

test('what has ended uses nothing, and what runs goes on', async () => {
  const board = new UsageBoard();
  expect((await read(board, used('t1', 100), used('t2', 100), call('running'), call('done'))).heard).toBe(3);
  expect(board.of('t1')).toBeUndefined();
  expect(board.of('t2')).toBeDefined();
});

test('a conversation that is read anew begins with nothing used', async () => {
  const board = new UsageBoard();
  expect((await read(board, used('t1', 100), { kind: 'snapshot', items: [] })).left).toEqual(['snapshot']);
  expect(board.of('t1')).toBeUndefined();
});
