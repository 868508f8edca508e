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

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed(process.env.SIGMA_TEST_SEED) });
