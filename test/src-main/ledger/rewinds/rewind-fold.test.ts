import { describe, expect, test } from 'vitest';
import type { LedgerEvent } from '#contract';
import { BackwardRewinds, RewindFold } from '#ledger';

type Written = Pick<LedgerEvent, 'id' | 'type' | 'data'>;

const message = (id: string) => ({ id, type: 'message.user', data: { text: id } }) as Written;
const rewind = (id: string, to: string) => rewound(id, { direction: 'undo', to });
const redo = (id: string, of: string) => rewound(id, { direction: 'redo', to: 'any', of });

function rewound(id: string, data: object): Written {
  const rest = { title: 't', withFiles: true, transaction: id, paths: [], restored: 0, left: 0, unknown: 0 };
  return { id, type: 'session.rewound', data: { ...rest, ...data } } as unknown as Written;
}

/** Ids of the events that are not folded in the end, as both folds have it. */
function present(events: readonly Written[]): string[] {
  const fold = new RewindFold();
  const placed = events.map((event) => {
    fold.add(event);
    return { event, place: fold.place };
  });
  const forward = placed.filter(({ place }) => !fold.at(place)).map(({ event }) => event.id);
  const backward = new BackwardRewinds();
  const back = events.toReversed().filter((event) => !backward.isFolded(event as LedgerEvent));
  expect(back.map(({ id }) => id).reverse()).toEqual(forward);
  return forward;
}

function folded(events: readonly Written[]): RewindFold {
  const fold = new RewindFold();
  for (const event of events) fold.add(event);
  return fold;
}

describe('what is folded', () => {
  test('a rewind folds its message and all that came after it', () => {
    expect(present([message('a'), message('b'), message('c'), rewind('r', 'b')])).toEqual(['a', 'r']);
  });

  test('what is said after a rewind follows what was before its message', () => {
    expect(present([message('a'), message('b'), rewind('r', 'b'), message('c')])).toEqual(['a', 'r', 'c']);
  });

  test('a rewind past a rewind folds that, too, and its redo leaves the first as it was', () => {
    const both = [message('a'), message('b'), message('c'), rewind('r1', 'c'), rewind('r2', 'b')];
    expect(present(both)).toEqual(['a', 'r2']);
    expect(present([...both, redo('d', 'r2')])).toEqual(['a', 'b', 'r1', 'r2', 'd']);
    expect(present([...both, redo('d', 'r2'), redo('e', 'r1')])).toEqual(['a', 'b', 'c', 'r1', 'r2', 'd', 'e']);
  });

  test('a rewind to a message that is folded or unknown folds nothing', () => {
    const fold = folded([message('a'), message('b'), rewind('r', 'a')]);
    expect(fold.add(rewind('again', 'b'))).toBe(false);
    expect(fold.add(rewind('other', 'x'))).toBe(false);
    expect([...fold.rewinds].map(({ id }) => id)).toEqual(['r']);
  });

  test('messages that a fork began with can be gone back to', () => {
    const copied = { id: 'e', type: 'event.copied', data: { id: 'a', type: 'message.user' } } as unknown as Written;
    expect(present([copied, message('b'), rewind('r', 'a')])).toEqual(['r']);
  });
});

describe('redo', () => {
  test('is there until the conversation goes on', () => {
    const fold = folded([message('a'), message('b'), rewind('r', 'b')]);
    expect(fold.whyNotRedoable('r')).toBeUndefined();
    fold.add(message('c'));
    expect(fold.whyNotRedoable('r')).toBe('went-on');
    expect(fold.add(redo('d', 'r'))).toBe(false);
    expect(fold.isCurrent('b')).toBe(false);
  });

  test('is there again when what the conversation went on with is rewound', () => {
    const fold = folded([message('a'), message('b'), rewind('r', 'b'), message('c'), rewind('r2', 'c')]);
    expect(fold.whyNotRedoable('r')).toBeUndefined();
  });

  test('happens once, and not below a later rewind', () => {
    const fold = folded([message('a'), message('b'), message('c'), rewind('r1', 'c'), rewind('r2', 'a')]);
    expect(fold.whyNotRedoable('r1')).toBe('folded');
    fold.add(redo('d', 'r2'));
    expect(fold.whyNotRedoable('r2')).toBe('redone');
    expect(fold.whyNotRedoable('r1')).toBeUndefined();
    expect(fold.whyNotRedoable('x')).toBe('unknown');
  });
});
