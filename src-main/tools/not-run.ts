import type { CallOutcome } from './call.ts';

/** Result for a call that is not run because one before it in the same reply failed. */
export const NOT_RUN_AFTER_FAILURE: CallOutcome = {
  outcome: 'skipped',
  content: 'Not run: a previous operation of the same reply could not be completed.',
};

/** Result for a call that is not run because the person stopped the turn. */
export const NOT_RUN_TURN_STOPPED: CallOutcome = { outcome: 'cancelled', content: 'Not run: the turn was stopped.' };
