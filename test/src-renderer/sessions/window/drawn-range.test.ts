import { expect, test } from 'vitest';
import { drawnStretches, indexAt, rangeAround } from '../../../../src-renderer/sessions/window/drawn-range.ts';
import { EntryHeights } from '../../../../src-renderer/sessions/window/entry-heights.ts';
import { reply } from '../session-workbench.tsx';

const entries = Array.from({ length: 100 }, (_, index) => reply({ id: `a${index}` }));
const heights = new EntryHeights();
for (const { id } of entries) heights.set(id, 100);
const tops = heights.tops(entries);
const around = (place: Parameters<typeof rangeAround>[1]['place'], height = 500) =>
  rangeAround(entries, { place, tops, height, beyond: height });

test('the end is drawn with as much as one may scroll to at once', () => {
  expect(around('end')).toEqual([90, 100]);
});

test('a place in the middle is drawn with what is around it, wherever the entry stands in the view', () => {
  expect(around({ id: 'a50', offset: 0 })).toEqual([45, 61]);
  expect(around({ id: 'a50', offset: -300 })).toEqual([48, 64]);
  expect(around({ id: 'a0', offset: 0 })).toEqual([0, 11]);
});

test('an entry that is gone leads to the end', () => {
  expect(around({ id: 'gone', offset: 0 })).toEqual([90, 100]);
});

test('while nobody knows how much is in view, a part is drawn', () => {
  expect(around('end', 0)).toEqual([70, 100]);
  expect(around({ id: 'a50', offset: 0 }, 0)).toEqual([35, 65]);
});

test('what is not drawn keeps its room, and what is kept stands in its place', () => {
  const kinds = drawnStretches(entries, [90, 100], new Set(['a3', 'a95']))
    .slice(0, 4)
    .map((one) => (one.kind === 'gap' ? [one.from, one.to] : one.index));
  expect(kinds).toEqual([[0, 3], 3, [4, 90], 90]);
});

test('heights are those that were drawn, else likely ones, longer for longer texts', () => {
  const [short, long] = [reply({ id: 'short' }), reply({ id: 'long', text: 'word '.repeat(1000) })];
  const guessed = new EntryHeights();
  const [, one = 0, other = 0] = guessed.tops([short, long]);
  expect(other - one).toBeGreaterThan(5 * one);
  guessed.set('short', 10);
  expect(guessed.tops([short, long])[1]).toBe(10);
});

test('an entry is found by how far it is below the beginning', () => {
  expect([-50, 0, 99, 100, 9999, 99999].map((y) => indexAt(tops, y))).toEqual([0, 0, 0, 1, 99, 99]);
});
