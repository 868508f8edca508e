import { propertySeed } from './seeded-properties.ts';

const DAY_MS = 86_400_000;
/** Days until a file of a long suite runs again (`scripts/tests-of-the-day.mjs`): it meets the next cases then. */
export const DAYS_OF_A_TURN = 5;

/** The day of a run, in turns of its file, and whether it is a long one, which runs all of the cases. */
export interface CasesRun {
  readonly day: number;
  readonly isLong: boolean;
}

/** @throws when the seed that stands for the day is no number: it would take no case at all. */
export function casesRun(environment: NodeJS.ProcessEnv): CasesRun {
  const { SIGMA_TEST_SEED: seed, SIGMA_TEST_LONG: long } = environment;
  const day = seed ? propertySeed(seed) : Math.floor(Date.now() / DAY_MS);
  return { day: Math.floor(day / DAYS_OF_A_TURN), isLong: long === '1' };
}

const thisRun = () => casesRun(process.env);

/**
 * Takes one of `parts` parts of the cases, another whenever their file has its turn, so that all of them run within as many
 * turns. `SIGMA_TEST_SEED` stands for the day.
 */
export function casesOfTheDay<T>(cases: readonly T[], parts: number, { day, isLong } = thisRun()): readonly T[] {
  if (isLong) return cases;
  const part = Math.abs(day) % parts;
  return cases.filter((_, index) => index % parts === part);
}

/**
 * Takes `count` of the steps of something, at least two: the first and the last each time, and others between them, evenly
 * spread, so that all of them run within as many turns as one has neighbours. `SIGMA_TEST_SEED` stands for the day.
 */
export function stepsOfTheDay<T>(steps: readonly T[], count: number, { day, isLong } = thisRun()): readonly T[] {
  if (isLong || steps.length <= count) return steps;
  const between = steps.length - 2;
  const parts = count - 2;
  const chosen = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * between) / parts);
    const length = Math.floor(((part + 1) * between) / parts) - from;
    return 1 + from + (Math.abs(day) % length);
  });
  return [0, ...chosen, steps.length - 1].flatMap((index) => steps.slice(index, index + 1));
}
