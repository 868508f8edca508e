import { expect, test } from 'vitest';
import { wrongHistory } from '../../../../src-main/chat/history/pair-check.ts';

const user = { role: 'user', content: 'Go on' };
const answer = { role: 'assistant', content: 'Done' };
const asks = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 't', arguments: '{}' } })),
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '' });

test('calls with all their results directly behind them, in any order, are well', () => {
  expect(wrongHistory([user, asks('a', 'b'), result('b'), result('a'), answer])).toBeUndefined();
  expect(wrongHistory([asks('a'), result('a')])).toBeUndefined();
  expect(wrongHistory([user, asks('a'), result('a'), asks('b'), result('b'), user])).toBeUndefined();
  expect(
    wrongHistory([
      { ...answer, tool_calls: null },
      { ...answer, tool_calls: [] },
    ]),
  ).toBeUndefined();
});

test('a call without its result is named by the message that made it, wherever the gap is found', () => {
  const problem = { problem: 'orphan-call', at: 1 };
  for (const behind of [[], [user], [answer], [asks('b'), result('b')], [result('a'), user], [result('a')]]) {
    expect(wrongHistory([user, asks('a', 'z'), ...behind])).toEqual(problem);
  }
});

test('a result without its call, a result twice and an id twice are named where they stand', () => {
  expect(wrongHistory([result('a')])).toEqual({ problem: 'orphan-result', at: 0 });
  expect(wrongHistory([asks('a'), result('b')])).toEqual({ problem: 'orphan-result', at: 1 });
  expect(wrongHistory([asks('a'), result('a'), user, result('a')])).toEqual({ problem: 'orphan-result', at: 3 });
  expect(wrongHistory([asks('a'), result('a'), result('a')])).toEqual({ problem: 'duplicate-id', at: 2 });
  expect(wrongHistory([asks('a'), result('a'), asks('a'), result('a')])).toEqual({ problem: 'duplicate-id', at: 2 });
  expect(wrongHistory([asks('a', 'a'), result('a')])).toEqual({ problem: 'duplicate-id', at: 0 });
});

test('ids with the names of what every object has are ids', () => {
  for (const id of ['__proto__', 'constructor', 'a\nb']) {
    expect(wrongHistory([asks(id), result(id)])).toBeUndefined();
    expect(wrongHistory([asks('a'), result('a'), result(id)])).toEqual({ problem: 'orphan-result', at: 2 });
  }
});

test('whatever JSON it is, the answer is a value', () => {
  for (const history of [null, undefined, {}, 'x', 5])
    expect(wrongHistory(history)).toEqual({ problem: 'role', at: 0 });
  expect(wrongHistory([])).toEqual({ problem: 'empty', at: 0 });
  for (const message of [
    ...[null, [], 'x', {}, { role: 'user' }, { role: 'constructor', content: '' }, { role: 5, content: '' }],
    ...[
      { role: 'tool', content: '' },
      { role: 'assistant', content: null },
      { role: 'user', content: ['x'] },
    ],
    ...[
      { ...answer, tool_calls: {} },
      { ...answer, tool_calls: [null] },
      { ...answer, tool_calls: [{ id: 'a' }] },
    ],
    { ...answer, tool_calls: [{ id: 'a', function: { name: 't', arguments: {} } }] },
  ]) {
    expect(wrongHistory([user, message])).toEqual({ problem: 'role', at: 1 });
  }
  for (const role of ['system', 'developer']) {
    expect(wrongHistory([user, { role, content: '' }])).toEqual({ problem: 'system', at: 1 });
  }
});
