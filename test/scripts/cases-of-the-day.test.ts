import { expect, test } from 'vitest';
import { casesOfTheDay, casesRun, stepsOfTheDay } from '../support/cases-of-the-day.ts';

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

const STEPS = Array.from({ length: 31 }, (_, index) => index);
const stepsOf = (day: number) => stepsOfTheDay(STEPS, 6, { day, isLong: false });

test('of the steps of something the first and the last run each day, and all of them within a few', () => {
  const days = [20_000, 20_001, 20_002, 20_003, 20_004, 20_005, 20_006, 20_007];

  for (const day of days) {
    expect(stepsOf(day)).toHaveLength(6);
    expect([stepsOf(day).at(0), stepsOf(day).at(-1)]).toEqual([0, 30]);
    expect(stepsOf(day)).toEqual([...new Set(stepsOf(day))].sort((a, b) => a - b));
  }
  expect(new Set(days.flatMap(stepsOf))).toEqual(new Set(STEPS));
});

test('a day below zero has steps, too, and the long suites run all of them', () => {
  expect(stepsOf(-3)).toEqual(stepsOf(3));
  expect(stepsOfTheDay(STEPS, 6, { day: 1, isLong: true })).toEqual(STEPS);
  expect(stepsOfTheDay(['a', 'b'], 6, { day: 1, isLong: false })).toEqual(['a', 'b']);
});

test('a file that runs every fifth day meets each of its parts, whatever their number', () => {
  for (const parts of [2, 3, 4, 6]) {
    const turns = Array.from({ length: parts }, (_, turn) => casesRun({ SIGMA_TEST_SEED: String(20_001 + 5 * turn) }));
    expect(turns.flatMap((run) => casesOfTheDay(CASES, parts, run)).sort()).toEqual(CASES);
  }
});

test('the seed stands for the day, and one that is no number is refused: it would take no case', () => {
  const { day } = casesRun({ SIGMA_TEST_SEED: '6' });

  expect(casesOfTheDay(CASES, 3, { day, isLong: false })).toEqual(['b', 'e']);
  expect(() => casesRun({ SIGMA_TEST_SEED: 'monday' })).toThrow("must be a whole number of 32 bits, not 'monday'");
});
