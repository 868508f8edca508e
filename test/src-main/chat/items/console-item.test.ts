import { expect, test } from 'vitest';
import type { LedgerEvent } from '#contract';
import { ItemFold } from '../../../../src-main/chat/items/item-fold.ts';

const envelope = { v: 1, session: 's', previous: '' } as const;
const started = (at: number, id = 'e1'): LedgerEvent => ({
  ...envelope,
  id,
  at,
  type: 'console.started',
  data: { line: 'make', cwd: '/w', how: 'direct' },
});
const ended = (more: Partial<Extract<LedgerEvent, { type: 'console.ended' }>['data']>, cause = 'e1'): LedgerEvent => ({
  ...envelope,
  id: 'e2',
  at: 30,
  cause,
  type: 'console.ended',
  data: { stopReason: 'exit', durationMs: 20, text: 'made', isTail: false, ...more },
});

test('a typed line runs from its start and shows what it printed at its end', () => {
  const fold = new ItemFold(10);
  const item = { kind: 'console', id: 'e1', at: 10, line: 'make', cwd: '/w', how: 'direct' };
  expect(fold.apply(started(10))).toEqual([{ ...item, state: 'running', text: '' }]);
  expect(fold.apply(ended({ exitCode: 2 }))).toEqual([
    { ...item, state: 'done', text: 'made', exitCode: 2, durationMs: 20 },
  ]);
});

test('one that the person stopped is cancelled', () => {
  const fold = new ItemFold(0);
  fold.apply(started(10));
  expect(fold.apply(ended({ stopReason: 'abort', signal: 'SIGINT' }))).toMatchObject([
    { state: 'cancelled', signal: 'SIGINT' },
  ]);
});

test('one without an end of an earlier run was interrupted; with its end it is what it was', () => {
  const fold = new ItemFold(20);
  fold.apply(started(10));
  fold.apply(started(11, 'e9'));
  fold.apply(ended({ exitCode: 0 }));
  expect(fold.items.map((item) => 'state' in item && item.state)).toEqual(['done', 'interrupted']);
});

test('an end without its start is nothing, and the end of a turn leaves a running line alone', () => {
  const fold = new ItemFold(0);
  expect(fold.apply(ended({ exitCode: 0 }, 'nobody'))).toEqual([]);
  fold.apply(started(10));
  expect(fold.settle()).toEqual([]);
  expect(fold.items).toMatchObject([{ state: 'running' }]);
});

test('a line that runs in a session does not run in a fork of it', () => {
  const copied = (event: LedgerEvent): LedgerEvent => {
    const { id, at, type, data } = event;
    return { ...envelope, id: `f-${id}`, at: 40, type: 'event.copied', data: { id, at, type, data } };
  };
  const fold = new ItemFold(0);
  fold.apply(copied(started(10)));
  const asked = { question: 'q1', callId: 'c1', tool: 'read_file', subject: {}, why: 'Asked', warnings: [] };
  fold.apply(copied({ ...envelope, id: 'e3', at: 20, type: 'approval.asked', data: asked }));
  fold.settle();
  expect(fold.items.map((item) => 'state' in item && item.state)).toEqual(['interrupted', 'interrupted']);
  fold.apply(started(50, 'e4'));
  expect(fold.settle()).toEqual([]);
  expect(fold.items.at(-1)).toMatchObject({ id: 'e4', state: 'running' });
});
