import { expect, test } from 'vitest';
import type { AnyLedgerEvent, LedgerEventData, LedgerEventType } from '#contract';
import { historyMessages } from '../../../src-main/sockets/history-messages.ts';

let count = 0;

function event<T extends LedgerEventType>(type: T, data: LedgerEventData<T>): AnyLedgerEvent {
  const id = `e${++count}`;
  return { v: 1, id, at: 0, session: 's', previous: '', type, data: data as AnyLedgerEvent['data'] };
}

type Reply = LedgerEventData<'llm.replied'>;

const said = (text: string) => event('message.user', { text });
const reply = (text: string, more: Partial<Reply> = {}) =>
  event('llm.replied', { model: 'm', text, calls: [], finish: 'stop', durationMs: 1, ...more });
const called = (...ids: string[]) =>
  reply('', { finish: 'tool-calls', calls: ids.map((callId) => ({ callId, tool: 't', arguments: '{}' })) });
const returned = (callId: string, content = 'Result') =>
  event('tool.returned', { callId, tool: 't', content, outcome: 'done' });
const rewound = (to: AnyLedgerEvent, of?: AnyLedgerEvent) =>
  event('session.rewound', {
    to: to.id,
    title: '',
    withFiles: false,
    direction: of ? 'redo' : 'undo',
    ...(of && { of: of.id }),
    transaction: 't',
    paths: [],
    restored: 0,
    left: 0,
    unknown: 0,
  });

const words = (events: readonly AnyLedgerEvent[]) =>
  historyMessages(events).map(({ role, content }) => `${role}: ${content}`);

test('what the person went back behind is not in the history, until they make it again', () => {
  const [first, wrong] = [said('One'), said('Wrong')];
  const before = [first, reply('1'), wrong, reply('2')];
  const back = rewound(wrong);
  expect(words([...before, back])).toEqual(['user: One', 'assistant: 1']);
  expect(words([...before, back, said('Two'), reply('3')])).toEqual([
    'user: One',
    'assistant: 1',
    'user: Two',
    'assistant: 3',
  ]);
  expect(words([...before, back, rewound(wrong, back)])).toHaveLength(4);
});

test('a reply that was broken off and asked for again is there once', () => {
  const broken = (['interrupted', 'failed', 'cancelled'] as const).map((finish) => reply('Hel', { finish }));
  expect(words([said('Hi'), ...broken, reply('Hello')])).toEqual(['user: Hi', 'assistant: Hello']);
});

test('each call has one result, as whoever reads the file asks for', () => {
  const lost = [said('Go'), called('a', 'b'), returned('a'), returned('a'), said('On'), returned('b'), reply('Done')];
  expect(words(lost)).toEqual([
    'user: Go',
    'assistant: null',
    'tool: Result',
    'tool: There is no result of this on the record',
    'user: On',
    'assistant: Done',
  ]);
  expect(words([said('Go'), called('a')]).at(-1)).toBe('tool: There is no result of this on the record');
});

test('a model that refuses has said what it says of that', () => {
  expect(words([said('Go'), reply('', { refusal: 'No' })])).toEqual(['user: Go', 'assistant: No']);
});
