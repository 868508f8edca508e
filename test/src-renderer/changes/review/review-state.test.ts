import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hunk } from '#contract';
import type { ReviewStep } from '../../../../src-renderer/changes/review/review-model.ts';
import { acceptedHunks, nothingToReview, reduceReview } from '../../../../src-renderer/changes/review/review-state.ts';

const hunk = (number: number, oldStart: number, added: string): Hunk => ({
  number,
  oldStart,
  oldCount: 1,
  newStart: oldStart,
  newCount: 1,
  lines: [
    { kind: 'removed', text: `old ${oldStart}`, oldLine: oldStart },
    { kind: 'added', text: added, newLine: oldStart },
  ],
});
const first = { id: 'p', revision: 1, hunks: [hunk(1, 3, 'a'), hunk(2, 10, 'b'), hunk(3, 20, 'c')] };
const following = (...steps: readonly ReviewStep[]) =>
  steps.reduce(reduceReview, reduceReview(nothingToReview, { kind: 'show', diff: first }));

describe('decisions', () => {
  test('every hunk is accepted until it is rejected', () => {
    expect(acceptedHunks(following())).toEqual([1, 2, 3]);
    expect(acceptedHunks(following({ kind: 'reject', hunk: 2 }))).toEqual([1, 3]);
    expect(acceptedHunks(following({ kind: 'reject', hunk: 2 }, { kind: 'accept', hunk: 2 }))).toEqual([1, 2, 3]);
  });

  test('deciding a hunk makes it the current one', () => {
    expect(following({ kind: 'reject', hunk: 3 }).current).toBe(3);
  });

  test('all at once', () => {
    expect(acceptedHunks(following({ kind: 'reject-all' }))).toEqual([]);
    expect(acceptedHunks(following({ kind: 'reject-all' }, { kind: 'accept-all' }))).toEqual([1, 2, 3]);
  });

  test('what is accepted and what is current is always among the hunks that are shown', () => {
    const number = fc.integer({ min: 1, max: 5 });
    const step: fc.Arbitrary<ReviewStep> = fc.oneof(
      number.map((one) => ({ kind: 'accept' as const, hunk: one })),
      number.map((one) => ({ kind: 'reject' as const, hunk: one })),
      fc.constantFrom<ReviewStep>({ kind: 'go', to: 'next' }, { kind: 'go', to: 'previous' }, { kind: 'reject-all' }),
      fc.uniqueArray(number).map((numbers) => ({
        kind: 'show' as const,
        diff: {
          id: 'p',
          revision: 2,
          hunks: numbers.toSorted().map((one, index) => hunk(index + 1, one * 4, `${one}`)),
        },
      })),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const state = following(...steps);
        const numbers = state.hunks.map((one) => one.number);
        expect(numbers).toEqual(expect.arrayContaining(acceptedHunks(state)));
        expect([...numbers, undefined]).toContain(state.current);
      }),
    );
  });
});

describe('another revision', () => {
  test('keeps the decisions about hunks that read the same, under their new numbers', () => {
    const revised = {
      id: 'p',
      revision: 2,
      hunks: [hunk(1, 1, 'new'), hunk(2, 3, 'a'), hunk(3, 10, 'b'), hunk(4, 20, 'c')],
    };
    const state = following({ kind: 'reject', hunk: 2 }, { kind: 'show', diff: revised });
    expect(state.revision).toBe(2);
    expect(acceptedHunks(state)).toEqual([1, 2, 4]);
    expect(state.current).toBe(3);
  });

  test('accepts a hunk that was rejected and then typed into: it says something else now', () => {
    const revised = { id: 'p', revision: 2, hunks: [hunk(1, 3, 'a'), hunk(2, 10, 'typed'), hunk(3, 20, 'c')] };
    expect(acceptedHunks(following({ kind: 'reject', hunk: 2 }, { kind: 'show', diff: revised }))).toEqual([1, 2, 3]);
  });

  test('of another change takes nothing over', () => {
    const other = { ...first, id: 'other' };
    expect(acceptedHunks(following({ kind: 'reject-all' }, { kind: 'show', diff: other }))).toEqual([1, 2, 3]);
  });
});

describe('moving', () => {
  test('goes hunk by hunk and stops at the ends', () => {
    const next = { kind: 'go', to: 'next' } as const;
    const previous = { kind: 'go', to: 'previous' } as const;
    expect(following().current).toBe(1);
    expect(following(next).current).toBe(2);
    expect(following(next, next, next, next).current).toBe(3);
    expect(following(previous).current).toBe(1);
    expect(following({ kind: 'go', to: 7 }).current).toBe(1);
  });

  test('without hunks there is nowhere to go', () => {
    expect(reduceReview(nothingToReview, { kind: 'go', to: 'next' }).current).toBeUndefined();
  });
});
