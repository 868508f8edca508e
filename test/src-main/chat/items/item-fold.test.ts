import { expect, test } from 'vitest';
import type { ConversationItem, LedgerEvent } from '#contract';
import { ItemFold } from '../../../../src-main/chat/items/item-fold.ts';

type Written = readonly [type: string, data: object, more?: object];

/** Events of a session with the ids e0, e1 and so on. */
const eventsOf = (written: readonly Written[]) =>
  written.map(
    ([type, data, more], index) =>
      ({ v: 1, id: `e${index}`, at: index, session: 's', turn: 't', type, data, ...more }) as unknown as LedgerEvent,
  );

function folded(written: readonly Written[]): ItemFold {
  const fold = new ItemFold(0);
  for (const event of eventsOf(written)) fold.apply(event);
  return fold;
}

const message: Written = ['message.user', { text: 'Do it' }];
const request: Written = ['llm.requested', { model: 'm', client: 'c' }];
const reply = (cause: string, ...calls: readonly string[]): Written => [
  ...(['llm.replied'] as const),
  {
    model: 'm',
    text: 'Hm',
    durationMs: 1,
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    calls: calls.map((callId) => ({ callId, tool: 't', arguments: '{}' })),
  },
  { cause },
];
const called = (callId: string): Written => ['tool.called', { callId, tool: 't', arguments: {} }];
const returned = (callId: string): Written => [
  'tool.returned',
  { callId, tool: 't', content: callId, outcome: 'done' },
];
const changed = (cause: string): Written => [
  ...(['file.changed', { path: '/w/a', change: 'modified', origin: 'tool' }] as const),
  { cause },
];

const words = (items: readonly ConversationItem[]) =>
  items.map((item) => (item.kind === 'tool' ? `${item.callId} ${item.state}` : item.kind));

test('items come in the order in which they first appeared, also when results come in another one', () => {
  const turn = [message, request, reply('e1', 'a', 'b'), called('a'), called('b'), returned('b'), returned('a')];
  expect(words(folded(turn).items)).toEqual(['user', 'assistant', 'a done', 'b done']);
  expect(words(folded(turn.slice(0, 6)).items)).toEqual(['user', 'assistant', 'a running', 'b done']);
});

test('a call without a result is interrupted by the next message, the next request and the end', () => {
  const turn = [message, request, reply('e1', 'a'), called('a')];
  for (const next of [message, request]) expect(words(folded([...turn, next]).items)).toContain('a interrupted');
  const fold = folded(turn);
  expect(words(fold.settle())).toEqual(['a interrupted']);
  expect(fold.openCall('a')).toBeUndefined();
  expect(fold.settle()).toEqual([]);
});

test('a call id that comes again belongs to its newest reply, and the older result stays', () => {
  const once = [message, request, reply('e1', 'a'), called('a'), returned('a')];
  const twice = folded([...once, request, reply('e5', 'a'), called('a')]);
  expect(words(twice.items)).toEqual(['user', 'assistant', 'a done', 'assistant', 'a running']);
});

test('a change stands with the call that made it, and one of nobody with none', () => {
  const { items } = folded([
    message,
    request,
    reply('e1', 'a'),
    called('a'),
    changed('e3'),
    changed('x'),
    returned('a'),
  ]);
  expect(items.flatMap((item) => (item.kind === 'tool' ? item.changes.map(({ event }) => event) : []))).toEqual(['e4']);
});

test('a reply to no request, a result of no call and an unknown event of a fork change nothing', () => {
  const copied: Written = ['event.copied', { session: 'other', id: 'x', at: 1, type: 'message.later', data: {} }];
  const { items } = folded([message, reply('x', 'a'), copied]);
  expect(words(items)).toEqual(['user']);
});

test('the same events give the same items, one by one or all at once', () => {
  const turn = [message, request, reply('e1', 'a'), called('a'), changed('e3'), returned('a'), request, reply('e6')];
  const touched = new Map<string, ConversationItem>();
  const fold = new ItemFold(0);
  for (const event of eventsOf(turn)) for (const item of fold.apply(event)) touched.set(item.id, item);
  expect([...touched.values()]).toEqual(folded(turn).items);
});

const condense: Written = ['llm.requested', { model: 'm', client: 'c', purpose: 'compaction' }];
const condensed = (cause: string, more: object): Written => [
  ...(['llm.replied', { model: 'm', text: '', calls: [], durationMs: 1, purpose: 'compaction', ...more }] as const),
  { cause },
];
const error = { code: 'server', message: 'busy', retryable: true };
const refused = (cause: string) => condensed(cause, { finish: 'failed', error });

test('of two compactions that failed only the last can be asked for again', () => {
  const inTurn = (turn: string, [type, data, more]: Written): Written => [type, data, { ...more, turn }];
  const once = [message, condense, refused('e1')];
  const retried = [...once, inTurn('u', condense)];
  const retries = (written: readonly Written[]) =>
    folded(written).items.map((item) => item.kind === 'assistant' && item.canRetry);
  expect(retries(once)).toEqual([false, true]);
  expect(retries(retried)).toEqual([false, false, false]);
  expect(retries([...retried, inTurn('u', refused('e3'))])).toEqual([false, false, true]);
});

test('a compaction that did not end its turn is told, and not asked for again', () => {
  const own = [message, condense, refused('e1'), ['history.refused', { file: 'f', why: 'busy' }] as const];
  const summary = condensed('e4', { finish: 'stop', text: 'Short' });
  for (const next of [
    [condense, summary],
    [request, reply('e4')],
  ]) {
    const [, failed, ...rest] = folded([...own, ...next]).items;
    expect(failed).toMatchObject({ kind: 'notice', level: 'warning', text: expect.stringContaining('busy') });
    expect(rest.some((item) => item.kind === 'assistant' && item.canRetry)).toBe(false);
  }
});
