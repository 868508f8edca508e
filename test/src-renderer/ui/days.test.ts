import { expect, test } from 'vitest';
import { byDay, dayWords, spanOf } from '../../../src-renderer/ui/days.ts';

const now = new Date(2026, 10, 23, 9, 30).getTime();
const at = (month: number, day: number, hour = 0) => new Date(2026, month, day, hour).getTime();

test('days have the names that people use, and what is longer ago its month', () => {
  const words = [at(10, 23), at(10, 22, 23), at(10, 21), at(10, 17), at(10, 16), at(9, 25), at(9, 24)];
  expect(words.map((one) => dayWords(one, now))).toEqual([
    'Today',
    'Yesterday',
    'Last 7 days',
    'Last 7 days',
    'Last 30 days',
    'Last 30 days',
    'October 2026',
  ]);
});

test('a span ends with its last day', () => {
  expect(spanOf('yesterday', now)).toEqual({ since: at(10, 22), until: at(10, 23) });
  expect(spanOf('week', now)).toEqual({ since: at(10, 17), until: at(10, 24) });
});

test('things keep their order in their day', () => {
  const [first, ...others] = byDay([Date.now(), Date.now() - 1, 0], (one) => one);
  expect([first?.[0], first?.[1].length, others.length]).toEqual(['Today', 2, 1]);
});
