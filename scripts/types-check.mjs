import { availableParallelism } from 'node:os';

/** Most that the compiler takes by itself, whatever the machine. */
const MOST_CHECKERS = 4;

/**
 * The check of all types. Each of the compiler's checkers works out for itself what the others know: more of them than
 * processors took a quarter longer on two.
 */
export const TYPES = {
  name: 'types',
  program: ['typescript', 'bin', 'tsc'],
  args: ['-b', '--checkers', String(Math.min(MOST_CHECKERS, availableParallelism()))],
};
