const DAY_MS = 86_400_000;

/** The day of a run, and whether it is a long one, which runs all of the cases. */
export interface CasesRun {
  readonly day: number;
  readonly isLong: boolean;
}

const thisRun = (): CasesRun => ({
  day: Number(process.env.SIGMA_TEST_SEED || Math.floor(Date.now() / DAY_MS)),
  isLong: process.env.SIGMA_TEST_LONG === '1',
});

/**
 * Takes one of `parts` parts of the cases, another each day, so that all of them run within as many days. `SIGMA_TEST_SEED`
 * stands for the day.
 */
export function casesOfTheDay<T>(cases: readonly T[], parts: number, { day, isLong } = thisRun()): readonly T[] {
  if (isLong) return cases;
  const part = Math.abs(day) % parts;
  return cases.filter((_, index) => index % parts === part);
}
