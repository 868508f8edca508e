import { expect, test } from 'vitest';
import type { ConversationItem } from '#contract';
import { isSamePlaces, rewindPlaces, visibleItems } from '../../../../src-renderer/sessions/rewind/rewind-places.ts';

const user = (id: string, more: object = {}): ConversationItem => ({ id, at: 1, kind: 'user', text: id, ...more });
const reply = (id: string, more: object = {}): ConversationItem =>
  ({
    id,
    at: 1,
    kind: 'assistant',
    text: id,
    model: 'm',
    state: 'complete',
    canRetry: false,
    ...more,
  }) as ConversationItem;
const tool = (id: string): ConversationItem =>
  ({
    id,
    at: 1,
    kind: 'tool',
    callId: id,
    tool: 'x',
    state: 'done',
    sent: '',
    repairs: [],
    changes: [],
  }) as ConversationItem;
const notice = (id: string): ConversationItem => ({ id, at: 1, kind: 'notice', level: 'info', text: id });

const before = (items: readonly ConversationItem[]) =>
  Object.fromEntries([...rewindPlaces(items)].map(([id, place]) => [id, place.before]));

test('a message leads to before it, the last reply of a turn to after it', () => {
  const items = [user('a'), reply('a1'), tool('t'), notice('n'), reply('a2'), notice('n2'), user('b'), reply('b1')];
  expect(before(items)).toEqual({ a: 'a', a2: 'b', b: 'b', b1: undefined });
});

test('a message brings its words and images, a reply none', () => {
  const images = [{ hash: 'f'.repeat(64), type: 'image/png' as const, bytes: 1 }];
  const places = rewindPlaces([user('a', { images }), reply('a1')]);
  expect(places.get('a')).toEqual({ before: 'a', text: 'a', images });
  expect(places.get('a1')).toEqual({ before: undefined });
});

test('what is folded or was not sent leads nowhere, and is not in the way', () => {
  const items = [
    user('a'),
    reply('a1'),
    user('b', { rewound: 'r' }),
    reply('b1', { rewound: 'r' }),
    notice('r'),
    user('w', { notSent: 'rewound' }),
    user('c'),
  ];
  expect(before(items)).toEqual({ a: 'a', a1: 'c', c: 'c' });
  expect(visibleItems(items, new Set()).map(({ id }) => id)).toEqual(['a', 'a1', 'r', 'w', 'c']);
  expect(visibleItems(items, new Set(['r']))).toHaveLength(7);
});

test('a conversation without a rewind is drawn as it is', () => {
  const items = [user('a'), reply('a1')];
  expect(visibleItems(items, new Set())).toBe(items);
});

test('places are the same while only a reply grows', () => {
  const [one, other] = [
    rewindPlaces([user('a'), reply('a1')]),
    rewindPlaces([user('a'), reply('a1', { text: 'more' })]),
  ];
  expect(isSamePlaces(one, other)).toBe(true);
  expect(isSamePlaces(one, rewindPlaces([user('a'), reply('a1'), user('b')]))).toBe(false);
});
