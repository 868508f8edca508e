import fc from 'fast-check';

/** The same cases in every run, so that a failure is there again; `npm run test:long` sets a fresh one and prints it. */
const FIXED_SEED = 20_26_07;

/** @throws when what the environment names is no seed: silently taking another would test something else. */
export function propertySeed(text: string | undefined): number {
  if (text === undefined || text === '') return FIXED_SEED;
  const seed = Number(text);
  if (Number.isInteger(seed) && Math.abs(seed) < 2 ** 31) return seed;
  throw new Error(`SIGMA_TEST_SEED must be a whole number of 32 bits, not '${text}'`);
}

/**
 * Longest time for one property in a long run, in milliseconds. A slow machine tries fewer cases in it than are asked for; the next
 * long run has another seed.
 */
export const LONGEST_MS = 15 * 60_000;

/** The settings of every property of a run. @throws when what the environment names is no seed */
export function propertySettings({
  SIGMA_TEST_SEED: seed,
  SIGMA_TEST_LONG: long,
}: NodeJS.ProcessEnv): fc.GlobalParameters {
  return { seed: propertySeed(seed), ...(long === '1' && { interruptAfterTimeLimit: LONGEST_MS }) };
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), ...propertySettings(process.env) });
