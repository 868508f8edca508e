import { expect, test } from 'vitest';
import type { LedgerEvent, SessionSummary } from '#contract';
import { DEFAULT_TITLE, SummaryFold } from '../../../../src-main/chat/sessions/summary-fold.ts';

type Written = readonly [type: string, data?: object, more?: object];

/** The fold of a session's events, which are a millisecond apart. */
function folded(events: readonly Written[], id = 's-1'): SummaryFold {
  const fold = new SummaryFold(id);
  for (const [index, [type, data = {}, more = {}]] of events.entries()) {
    const event = { v: 1, id: `e${index}`, at: 1000 + index, session: id, turn: 't', type, data, ...more };
    fold.apply(event as unknown as LedgerEvent);
  }
  return fold;
}

const stateOf = (events: readonly Written[], isRunning = false): SessionSummary['state'] =>
  folded(events).summary(isRunning).state;

const message: Written = ['message.user', { text: 'Do it' }];
const request: Written = ['llm.requested', { model: 'm', client: 'c' }];
const asked = (callId: string): Written => [
  'approval.asked',
  { question: `q-${callId}`, callId, tool: 't', subject: {}, why: '', warnings: [] },
];
const decided = (callId: string, verdict = 'allow'): Written => [
  'approval.decided',
  { question: `q-${callId}`, callId, verdict, by: 'person' },
];
const called = (callId: string): Written => ['tool.called', { callId, tool: 't', arguments: {} }];
const returned = (callId: string, outcome = 'done'): Written => [
  'tool.returned',
  { callId, tool: 't', content: '', outcome },
];
const reply = (data: object = {}, more: object = {}): Written => [
  'llm.replied',
  { model: 'm', text: 'Done', calls: [], durationMs: 1, finish: 'stop', ...data },
  more,
];
const calls = (...ids: readonly string[]) =>
  reply({ calls: ids.map((callId) => ({ callId, tool: 't', arguments: '' })) });

test('a session needs its person as long as one question of several is open', () => {
  const before = [message, request, calls('a', 'b'), asked('a'), asked('b')];
  expect(stateOf(before, true)).toBe('needs-you');
  expect(stateOf([...before, decided('b')], true)).toBe('needs-you');
  expect(stateOf([...before, decided('b'), called('b'), returned('b')], true)).toBe('needs-you');
  expect(stateOf([...before, decided('b'), decided('a')], true)).toBe('running');
  expect(stateOf([...before, decided('a'), decided('a')], true)).toBe('needs-you');
});

test('a question that nobody answered is over with its call, the next message and a rewind', () => {
  const before = [message, request, calls('a'), asked('a')];
  expect(stateOf([...before, returned('a', 'cancelled')], true)).toBe('running');
  expect(stateOf([...before, message], true)).toBe('running');
  const rewound = { direction: 'undo', to: 'e0', transaction: 'x', title: '', withFiles: false, paths: [] };
  expect(stateOf([...before, ['session.rewound', rewound]], true)).toBe('running');
});

test('what has no end has failed, and what a person ended has not', () => {
  expect(stateOf([message])).toBe('idle');
  expect(stateOf([message, request])).toBe('failed');
  expect(stateOf([message, request, reply()])).toBe('done');
  for (const finish of ['failed', 'interrupted']) expect(stateOf([message, request, reply({ finish })])).toBe('failed');
  expect(stateOf([message, request, reply({ finish: 'cancelled' })])).toBe('idle');
  expect(stateOf([message, request, calls('a')])).toBe('failed');
  expect(stateOf([message, request, calls('a'), asked('a'), decided('a', 'refuse')])).toBe('idle');
  expect(stateOf([message, request, calls('a'), called('a'), returned('a', 'cancelled')])).toBe('idle');
  expect(stateOf([message, request, reply(), ['turn.ended', { outcome: 'failed' }]])).toBe('failed');
});

test('a call without a turn, as of another program or of a command run again, says nothing of it', () => {
  const outside = ([type, data = {}]: Written): Written => [type, data, { turn: undefined }];
  const done = [called('a'), returned('a')].map(outside);
  const refused = [asked('b'), decided('b', 'refuse'), returned('b', 'refused')].map(outside);
  expect(stateOf(done)).toBe('idle');
  expect(stateOf([message, request, reply(), ...done, ...refused])).toBe('done');
  expect(stateOf([message, request, ...refused, outside(returned('c', 'cancelled'))])).toBe('failed');
  expect(stateOf([message, request, calls('a'), ...[asked('b')].map(outside)], true)).toBe('needs-you');
});

test('a request beside the conversation neither counts nor says how it went', () => {
  const condensing: readonly Written[] = [
    ['llm.requested', { model: 'm', client: 'c', purpose: 'compaction' }],
    reply({ purpose: 'compaction', finish: 'failed', usage: { prompt: 1, completion: 1, total: 2 } }, { cause: 'e3' }),
  ];
  const { messages, state, meters } = folded([message, request, reply(), ...condensing]).summary(false);
  expect([messages, state]).toEqual([2, 'done']);
  expect(meters?.map(({ profile }) => profile)).toContain('c');
});

test('what was rewound is not counted, nor what a fork began with charged', () => {
  const rewound = { direction: 'undo', to: 'e3', transaction: 'x', title: '', withFiles: false, paths: [] };
  const said = [message, request, reply(), message, request, reply()];
  expect(folded(said).summary(false).messages).toBe(4);
  expect(folded([...said, ['session.rewound', rewound]]).summary(false).messages).toBe(2);
  const usage = { prompt: 1, completion: 1, total: 2 };
  const [, data] = reply({ usage });
  const copied: Written = ['event.copied', { session: 'other', id: 'x', at: 1, type: 'llm.replied', data }];
  const { messages, meters } = folded([copied]).summary(false);
  expect([messages, meters]).toEqual([1, []]);
});

test('a title is the given one, else what was typed first, else the name of a lost record', () => {
  const line = (how: string, text: string): Written => ['console.started', { how, line: text, run: 'r', cwd: '/' }];
  const created: Written = ['session.created', { title: DEFAULT_TITLE, workspace: '/w', app: 'test' }];
  expect(folded([created, line('builtin', 'cd x'), line('command', 'ls'), line('command', 'pwd')]).title).toBe('ls');
  expect(folded([created, line('command', 'ls'), ['session.renamed', { title: 'Named' }]]).title).toBe('Named');
  const lost = new SummaryFold('s-2');
  lost.markCut({ how: 'emptied', at: 5 } as unknown as Parameters<typeof lost.markCut>[0]);
  expect(lost.title).toBe('Session s-2');
  expect(lost.summary(false)).toMatchObject({ recordCut: 'emptied', createdAt: 5, updatedAt: 5 });
});

test('an opening is no change of it, and a record with messages is a conversation', () => {
  expect(folded([message, ['session.opened', { app: 'test' }]]).summary(false)).toMatchObject({
    createdAt: 1000,
    updatedAt: 1000,
  });
  expect(folded([], 'rules-12345678').summary(false).kind).toBe('record');
  expect(folded([message], 'rules-12345678').summary(false).kind).toBe('conversation');
});
