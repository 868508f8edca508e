import { expect, test } from 'vitest';
import { casesOfTheDay } from '../support/cases-of-the-day.ts';

const CASES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test('each case runs on one day of as many as there are parts', () => {
  const days = [20_000, 20_001, 20_002].map((day) => casesOfTheDay(CASES, 3, { day, isLong: false }));

  expect(days.map(({ length }) => length).sort()).toEqual([2, 2, 3]);
  expect(days.flat().sort()).toEqual(CASES);
});

test('a seed below zero is a day, too', () => {
  expect(casesOfTheDay(CASES, 3, { day: -4, isLong: false })).toEqual(['b', 'e']);
});

test('the long suites run all of them', () => {
  expect(casesOfTheDay(CASES, 3, { day: 1, isLong: true })).toEqual(CASES);
});
