import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DiffLine, Hunk } from '#contract';
import { offsetsOf, sectionWindow } from '../../../../src-renderer/changes/accessible/section-window.ts';
import { concurrentChange } from '../../../../src-renderer/changes/banners/concurrent-change.ts';
import { anchorComments, withComment } from '../../../../src-renderer/changes/comments/comments.ts';
import { acceptedCounts, hunkOutcome, shiftBefore } from '../../../../src-renderer/changes/decide/outcome.ts';
import { changedPlaces, verdictOf } from '../../../../src-renderer/changes/review/line-decisions.ts';
import type { ReviewStep } from '../../../../src-renderer/changes/review/review-model.ts';
import {
  acceptedHunks,
  nothingToReview,
  partlyAccepted,
  reduceReview,
} from '../../../../src-renderer/changes/review/review-state.ts';

const removed = (text: string, oldLine: number): DiffLine => ({ kind: 'removed', text, oldLine });
const added = (text: string, newLine: number): DiffLine => ({ kind: 'added', text, newLine });
const same = (text: string, oldLine: number, newLine: number): DiffLine => ({ kind: 'same', text, oldLine, newLine });

/** `a b c` becomes `a B C D c`, at line 4. */
const hunk: Hunk = {
  number: 1,
  oldStart: 5,
  oldCount: 2,
  newStart: 5,
  newCount: 3,
  lines: [
    same('a', 4, 4),
    removed('b', 5),
    removed('c', 6),
    added('B', 5),
    added('C', 6),
    added('D', 7),
    same('e', 7, 8),
  ],
};
const later: Hunk = {
  ...hunk,
  number: 2,
  oldStart: 20,
  newStart: 21,
  oldCount: 1,
  newCount: 0,
  lines: [removed('z', 20)],
};
const first = { id: 'p', revision: 1, hunks: [hunk, later] };
const following = (...steps: readonly ReviewStep[]) =>
  steps.reduce(reduceReview, reduceReview(nothingToReview, { kind: 'show', diff: first }));
const line = (place: number, isAccepted: boolean): ReviewStep => ({
  kind: 'decide-line',
  hunk: 1,
  line: place,
  isAccepted,
});

describe('lines', () => {
  test('make their hunk accepted, rejected, or accepted in part', () => {
    const state = following(line(1, false));
    expect(verdictOf(state, 1)).toBe('partly');
    expect(partlyAccepted(state)).toEqual([{ hunk: 1, lines: [2, 3, 4, 5] }]);
    expect(acceptedHunks(state)).toEqual([2]);
    expect(verdictOf(reduceReview(state, line(1, true)), 1)).toBe('accepted');
    const none = changedPlaces(hunk).map((place) => line(place, false));
    expect(verdictOf(following(...none), 1)).toBe('rejected');
  });

  test('that did not change cannot be decided', () => {
    expect(following(line(0, false)).partly.size).toBe(0);
  });

  test('are walked from hunk to hunk once they were entered', () => {
    const next = { kind: 'go-line', to: 'next' } as const;
    expect(following({ kind: 'enter-lines' })).toMatchObject({ current: 1, line: 1 });
    const steps = Array.from({ length: 6 }, () => next);
    expect(following({ kind: 'enter-lines' }, ...steps)).toMatchObject({ current: 2, line: 0 });
    expect(following({ kind: 'enter-lines' }, ...steps, next)).toMatchObject({ current: 2, line: 0 });
    expect(following({ kind: 'enter-lines' }, { kind: 'leave-lines' }).line).toBeUndefined();
    expect(following(next).line).toBeUndefined();
  });

  test('that were rejected stay rejected when something else in their hunk is typed', () => {
    const typed = { ...hunk, lines: hunk.lines.map((one) => (one.text === 'D' ? added('typed', 7) : one)) };
    const state = following(line(4, false), { kind: 'show', diff: { ...first, revision: 2, hunks: [typed, later] } });
    expect(partlyAccepted(state)).toEqual([{ hunk: 1, lines: [1, 2, 3, 5] }]);
  });

  test('keep their decisions when the file moved on above them', () => {
    const moved = { ...hunk, oldStart: 9, newStart: 9 };
    const state = following(line(4, false), { kind: 'show', diff: { ...first, revision: 2, hunks: [moved, later] } });
    expect(partlyAccepted(state)).toEqual([{ hunk: 1, lines: [1, 2, 3, 5] }]);
  });
});

describe('a rejected hunk', () => {
  const hunkOf = (number: number, oldStart: number, lines: readonly DiffLine[]): Hunk => ({
    number,
    oldStart,
    newStart: oldStart,
    lines: [...lines],
    oldCount: lines.filter(({ kind }) => kind !== 'added').length,
    newCount: lines.filter(({ kind }) => kind !== 'removed').length,
  });
  const top = hunkOf(1, 5, [removed('b', 5), added('B', 5), added('}', 6)]);
  const bottom = hunkOf(2, 8, [removed('e', 8), added('E', 9), added('}', 10)]);
  const showing = (revision: number, hunks: readonly Hunk[]): ReviewStep => ({
    kind: 'show',
    diff: { id: 'p', revision, hunks: [...hunks] },
  });
  const shown = (before: readonly Hunk[], rejected: number, now: readonly Hunk[]) => {
    const steps = [showing(1, before), { kind: 'reject', hunk: rejected } as const, showing(2, now)];
    return steps.reduce(reduceReview, nothingToReview);
  };

  test('stays rejected when it becomes one with its neighbour, since what lay between is typed into', () => {
    const between = [removed('c', 6), removed('d', 7), added('typed', 7)];
    const joined = hunkOf(1, 5, [
      ...top.lines.filter(({ kind }) => kind === 'removed'),
      ...between.filter(({ kind }) => kind === 'removed'),
      ...bottom.lines.filter(({ kind }) => kind === 'removed'),
      ...top.lines.filter(({ kind }) => kind === 'added'),
      ...between.filter(({ kind }) => kind === 'added'),
      ...bottom.lines.filter(({ kind }) => kind === 'added'),
    ]);
    const written = (rejected: number) => hunkOutcome(joined, shown([top, bottom], rejected, [joined]), 0);
    const texts = (rejected: number) => new Set(written(rejected).map(({ text }) => text));
    expect(texts(2)).toEqual(new Set(['B', '}', 'typed', 'e']));
    expect(texts(1)).toEqual(new Set(['b', 'typed', 'E', '}']));
    const closing = joined.lines.flatMap(({ text }, place) => (text === '}' ? [place] : []));
    expect(written(2).find(({ text }) => text === '}')?.place).toBe(closing[0]);
    expect(written(1).find(({ text }) => text === '}')?.place).toBe(closing[1]);
  });

  test('stays rejected when it falls apart, since a line of it is as it was again', () => {
    const whole = hunkOf(1, 5, [
      removed('b', 5),
      removed('c', 6),
      removed('d', 7),
      added('B', 5),
      added('C', 6),
      added('D', 7),
    ]);
    const parts = [hunkOf(1, 5, [removed('b', 5), added('B', 5)]), hunkOf(2, 7, [removed('d', 7), added('D', 7)])];
    expect(acceptedHunks(shown([whole], 1, parts))).toEqual([]);
  });
});

test('hunks that read the same keep their decisions when the file moved on above them', () => {
  const twin = (number: number, oldStart: number): Hunk => ({ ...later, number, oldStart, newStart: oldStart });
  const state = [{ kind: 'reject', hunk: 1 } as const].reduce(
    reduceReview,
    reduceReview(nothingToReview, { kind: 'show', diff: { ...first, hunks: [twin(1, 10), twin(2, 20)] } }),
  );
  const moved = (...starts: readonly number[]) =>
    acceptedHunks(
      reduceReview(state, {
        kind: 'show',
        diff: { ...first, revision: 2, hunks: starts.map((start, at) => twin(at + 1, start)) },
      }),
    );
  expect(moved(10, 20)).toEqual([2]);
  expect(moved(11, 21)).toEqual([2]);
  expect(moved(20, 30)).toEqual([2]);
  expect(moved(10)).toEqual([]);
  expect(moved(20)).toEqual([1]);
});

describe('what would be written', () => {
  const written = (...steps: readonly ReviewStep[]) =>
    hunkOutcome(hunk, following(...steps), 0).map(({ text }) => text);

  test('takes removed lines that stay and added ones in turn, as the host writes them', () => {
    expect(written()).toEqual(['a', 'B', 'C', 'D', 'e']);
    expect(written({ kind: 'reject', hunk: 1 })).toEqual(['a', 'b', 'c', 'e']);
    expect(written(line(1, false), line(3, false))).toEqual(['a', 'b', 'C', 'D', 'e']);
    expect(written(line(1, false))).toEqual(['a', 'b', 'B', 'C', 'D', 'e']);
    expect(written(line(2, false), line(5, false))).toEqual(['a', 'B', 'c', 'C', 'e']);
  });

  test('counts lines as the file would, whatever is decided', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.boolean())), (choices) => {
        const state = following(...choices.map(([place, isAccepted]) => line(place, isAccepted)));
        const lines = hunkOutcome(hunk, state, 0);
        const counts = acceptedCounts([hunk], state);
        expect(lines.length).toBe(4 + counts.added - counts.removed);
        expect(lines.map((one) => one.line)).toEqual(lines.map((_, index) => 4 + index));
        expect(shiftBefore(state.hunks, state, 2)).toBe(counts.added - counts.removed);
      }),
    );
  });
});

describe('comments', () => {
  const comment = { side: 'new', line: 3, about: 'three', text: 'Why?' } as const;

  test('go with their line, and stay near it when it is gone', () => {
    const texts = (proposed: string) => ({ original: '', proposed });
    expect(anchorComments([comment], texts('zero\none\ntwo\nthree'))).toEqual([{ ...comment, line: 4 }]);
    expect(anchorComments([comment], texts('one\ntwo\n3'))).toEqual([comment]);
    expect(anchorComments([comment], texts('one'))).toEqual([{ ...comment, line: 1 }]);
  });

  test('on lines that read the same never come to stand on one line', () => {
    const at = (number: number, text: string) => ({ ...comment, line: number, about: '}', text });
    const both = [at(2, 'First'), at(4, 'Second')];
    const anchored = (proposed: string) => anchorComments(both, { original: '', proposed }).map((one) => one.line);
    expect(anchored('a\n}\nb\n}')).toEqual([2, 4]);
    expect(anchored('new\na\n}\nb\n}')).toEqual([3, 5]);
    expect(new Set(anchored('a\n}\nb\nc')).size).toBe(2);
    expect(new Set(anchored('}')).size).toBe(1);
    expect(withComment(anchorComments(both, { original: '', proposed: 'a\n}\nb\nc' }), at(2, 'First!'))).toHaveLength(
      2,
    );
  });

  test('are one for each line, and none when emptied', () => {
    const two = withComment([comment], { ...comment, line: 1, text: 'First' });
    expect(two.map(({ text }) => text)).toEqual(['First', 'Why?']);
    expect(withComment(two, { ...comment, text: '' })).toHaveLength(1);
  });
});

test('what changed in a file meanwhile is the lines between the first and the last that differ', () => {
  const { lines, added: more, removed: less } = concurrentChange('a\nb\nc\nd', 'a\nB\nB2\nc\nd');
  expect(lines).toEqual([removed('b', 2), added('B', 2), added('B2', 3)]);
  expect([more, less]).toEqual([2, 1]);
  expect(concurrentChange('a', 'a').lines).toEqual([]);
});

test('of many sections those in view and some around them are drawn, and the rest is room', () => {
  const offsets = offsetsOf(Array.from({ length: 400 }, () => 100));
  const { first: from, end, above, below } = sectionWindow(offsets, { scrollTop: 20_000, viewHeight: 600 });
  expect(from).toBeLessThanOrEqual(200);
  expect(end).toBeGreaterThan(206);
  expect(end - from).toBeLessThan(40);
  expect(above + (end - from) * 100 + below).toBe(40_000);
});
