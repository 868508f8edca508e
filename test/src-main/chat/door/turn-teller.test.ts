import { expect, test } from 'vitest';
import type { LedgerEvent, LedgerEventData, LedgerEventType, TurnProgress } from '#contract';
import { TurnTeller } from '../../../../src-main/chat/door/turn-teller.ts';

type Written = { readonly [T in LedgerEventType]: readonly [type: T, data: LedgerEventData<T>] }[LedgerEventType];

const BEGUN: Written = ['message.user', { text: 'Go', queued: 'm1' }];
const ended = (outcome: LedgerEventData<'turn.ended'>['outcome']): Written => ['turn.ended', { outcome }];
const replied = (data: Partial<LedgerEventData<'llm.replied'>>): Written => [
  'llm.replied',
  { model: 'test', text: '', durationMs: 1, finish: 'stop', calls: [], ...data },
];
const withCall: Parameters<typeof replied>[0] = {
  finish: 'tool-calls',
  calls: [{ callId: 'c', tool: 't', arguments: '{}' }],
};

/** Progress that is told of these events of the turn. */
function told(...events: readonly Written[]): TurnProgress[] {
  const teller = new TurnTeller('m1');
  return events.flatMap(([type, data], at) => [
    ...teller.take({ v: 1, id: `e${at}`, at, session: 's', turn: 't', previous: '', type, data } as LedgerEvent),
  ]);
}

test('the end has the model’s last words, whatever came without words after them', () => {
  const words = replied({ ...withCall, text: 'I look first', model: 'wordy' });
  const silent = replied({ ...withCall });
  const failed = replied({ finish: 'failed', error: { code: 'server', message: 'It answered 500', retryable: true } });
  expect(told(BEGUN, words, silent, failed, ended('failed')).at(-1)).toMatchObject({
    kind: 'ended',
    text: 'I look first',
    model: 'wordy',
    error: 'It answered 500',
  });
  expect(told(BEGUN, words, replied({ text: 'Done' }), ended('done')).at(-1)).toMatchObject({ text: 'Done' });
  expect(told(BEGUN, silent, ended('cancelled')).at(-1)).toMatchObject({ text: '', model: 'test' });
});

test.each([
  [{}, 'The model sent an empty reply'],
  [{ finish: 'length' }, expect.stringContaining('length limit')],
  [{ finish: 'content-filter' }, 'Ended by the content filter of the server'],
] as const)('a turn that fails by a reply without anything in it says so: %j', (reply, error) => {
  expect(told(BEGUN, replied(reply), ended('failed')).at(-1)).toMatchObject({
    kind: 'ended',
    outcome: 'failed',
    error,
  });
});

test('a refusal in the middle of words is told behind them', () => {
  const all = told(BEGUN, replied({ text: 'First you', refusal: 'I cannot go on' }), ended('refused'));
  expect(all.flatMap((one) => (one.kind === 'text' ? one.text : []))).toEqual(['First you\n\nI cannot go on']);
  expect(all.at(-1)).toMatchObject({ outcome: 'refused', text: 'First you\n\nI cannot go on' });
  const alone = told(BEGUN, replied({ refusal: 'I cannot' }), ended('refused'));
  expect(alone.at(-1)).toMatchObject({ text: 'I cannot' });
});

test.each(['length', 'content-filter'] as const)(
  'a reply that was cut off (%s) has a note behind its words',
  (finish) => {
    const all = told(BEGUN, replied({ text: 'Half an', finish }), ended('done'));
    const kinds = all.map(({ kind }) => kind);
    expect(kinds).toEqual(['started', 'text', 'note', 'ended']);
    expect(all[2]).toMatchObject({ text: expect.stringMatching(/length limit|content filter/) });
    expect(all[3]).toMatchObject({ text: 'Half an', cut: finish });
    const whole = told(BEGUN, replied({ ...withCall, finish }), replied({ text: 'Whole' }), ended('done'));
    expect(whole.at(-1)).not.toHaveProperty('cut');
  },
);
