// First, so that no schema is used before it.
import './zod-without-eval.ts';

/** The contract's schemas as values: whoever checks one takes it from here. */
export { PeakUsage, RuleSubject, RunLimits, Settings } from '#contract';
