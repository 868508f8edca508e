import { describe, expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import { SessionChanges } from '../../../../src-main/files/history/session-changes.ts';

type Written = readonly [id: string, type: string, data: object, more?: object];

const changed = (id: string, data: object = {}, more: object = { turn: 't' }): Written => [
  ...([id, 'file.changed'] as const),
  { path: `/w/${id}`, change: 'modified', origin: 'command', ...data },
  more,
];
const undone = (id: string, change: string): Written => [id, 'change.undone', { change, path: '/w', forced: false }];
const redone = (id: string, change: string): Written => [id, 'change.redone', { change, path: '/w', forced: false }];
const SUBJECT = {
  kind: 'change',
  proposal: 'p',
  path: '/w/new',
  shownPath: 'new',
  isNew: true,
  addedLines: 3,
  removedLines: 0,
};
const asked = (question: string, subject: object = SUBJECT): Written => [
  ...([`asked-${question}`, 'approval.asked'] as const),
  { question, callId: 'c', tool: 'edit_file', subject, why: '', warnings: [] },
  { turn: 't' },
];
const decided = (id: string, question: string, verdict = 'refuse'): Written => [
  ...([id, 'approval.decided'] as const),
  { question, callId: 'c', verdict, by: 'person' },
];

function taken(events: readonly Written[], isOld = false): SessionChanges {
  const changes = new SessionChanges('s');
  for (const [id, type, data, more] of events) {
    changes.add(
      { v: 1, id, at: 5, session: 's', previous: '', type, data, ...more } as unknown as AnyLedgerEvent,
      isOld,
    );
  }
  return changes;
}

const states = (changes: SessionChanges, turn = 't') => changes.inTurn(turn).map(({ id, state }) => `${id} ${state}`);

describe('a change', () => {
  test('is told once, in the order of its turn, however often and late its event comes', () => {
    const events = [changed('2'), changed('1'), changed('2'), changed('3', {}, { turn: 'other' })];
    expect(states(taken([...events, ...events]))).toEqual(['1 applied', '2 applied']);
  });

  test('is undone and done again as often as that was recorded', () => {
    const events = [changed('1'), undone('2', '1'), redone('3', '1'), undone('4', '1')];
    expect(states(taken(events))).toEqual(['1 undone']);
    expect(states(taken(events.slice(0, 3)))).toEqual(['1 applied']);
    expect([...taken(events).standing()]).toEqual([]);
    expect(states(taken([changed('1'), undone('2', 'x')]))).toEqual(['1 applied']);
  });

  test('of a transaction stands with what it settles, and only once that has ended', () => {
    const inverse = changed('3', { origin: 'undo', transaction: 'x', settles: ['1'] }, { cause: '1' });
    const end: Written = ['4', 'turn.undone', { turn: 't', transaction: 'x', direction: 'undo', paths: [] }];
    const open = taken([changed('1'), inverse]);
    expect(states(open)).toEqual(['1 applied']);
    const rest = { restored: 1, left: 0, unknown: 0 };
    const ended = taken([changed('1'), inverse, ['4', end[1], { ...end[2], ...rest }]]);
    expect(states(ended)).toEqual(['1 undone']);
    expect(ended.placeOf('3')).toEqual({ turn: 't', path: '/w/1' });
    expect(ended.find('3')?.data.origin).toBe('undo');
  });

  test('of a file tool of an earlier run without its result may not have come to be', () => {
    const written = changed('1', { origin: 'tool', callId: 'c' });
    const returned = (outcome: string): Written => [
      ...(['2', 'tool.returned'] as const),
      { callId: 'c', tool: 't', content: '', outcome },
    ];
    expect(states(taken([written], true))).toEqual(['1 interrupted']);
    expect(states(taken([written], false))).toEqual(['1 applied']);
    expect(states(taken([written, returned('cancelled')], true))).toEqual(['1 interrupted']);
    for (const outcome of ['done', 'failed']) {
      expect(states(taken([written, returned(outcome)], true))).toEqual(['1 applied']);
      expect(taken([written, returned(outcome)], true).interrupted()).toEqual([]);
    }
    expect(taken([written, undone('2', '1')], true).interrupted()).toEqual([]);
  });

  test('without a turn is of its call, else of what found it, else of itself', () => {
    expect(states(taken([changed('1', { callId: 'c' }, {})]), 'c')).toEqual(['1 applied']);
    expect(states(taken([changed('1', {}, { cause: 'found' })]), 'found')).toEqual(['1 applied']);
    expect(states(taken([changed('1', {}, {})]), '1')).toEqual(['1 applied']);
  });
});

describe('a refused change', () => {
  test('is shown as what it would have been, and stands nowhere', () => {
    const changes = taken([asked('q'), decided('2', 'q')]);
    expect(states(changes, 'c')).toEqual(['2 rejected']);
    expect(changes.find('2')?.data).toMatchObject({ path: '/w/new', change: 'created', addedLines: 3 });
    expect([...changes.standing()]).toEqual([]);
  });

  test('is told once for each question, and not where it was allowed, withdrawn or about something else', () => {
    expect(states(taken([asked('q'), decided('2', 'q'), decided('3', 'q')]), 'c')).toEqual(['2 rejected']);
    for (const verdict of ['allow', 'withdrawn'])
      expect(states(taken([asked('q'), decided('2', 'q', verdict)]), 'c')).toEqual([]);
    expect(states(taken([asked('q', { kind: 'command', command: 'x' }), decided('2', 'q')]), 'c')).toEqual([]);
    expect(states(taken([asked('q', { kind: 'change', path: 5 }), decided('2', 'q')]), 'c')).toEqual([]);
    expect(states(taken([decided('2', 'q')]), 'c')).toEqual([]);
  });
});

test('events that this version does not know, or cannot read, are left aside', () => {
  const odd: readonly Written[] = [
    ['1', 'file.renamed', { path: '/w/x' }, { turn: 't' }],
    ['2', 'file.changed', { path: 5 }, { turn: 't' }],
    ['3', 'change.undone', {}],
  ];
  expect(states(taken([...odd, changed('4')]))).toEqual(['4 applied']);
});
