import { casesOfTheDay } from '../../test/support/cases-of-the-day.ts';
import { test } from './host.ts';

/** Walks that cover much of each other's ground, of which one runs each day; the long suites run all of them. */
const GROUPS = [
  ['agent by keyboard', 'agent by keys'],
  ['axe in changes and activity', 'axe in providers and profiles', 'axe in empty and broken states'],
] as const;

export type WalkInTurn = (typeof GROUPS)[number][number];

/** Skips the tests of the file or the `describe` that calls it on the days of the others. */
export function runInTurn(walk: WalkInTurn): void {
  const isOfToday = GROUPS.some((group) => casesOfTheDay<WalkInTurn>(group, group.length).includes(walk));
  test.skip(!isOfToday, 'takes turns with others like it: today is the day of another');
}
