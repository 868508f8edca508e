// First, so that no schema is used before it.
import './zod-without-eval.ts';

/** The contract's values: its schemas, and the numbers that both sides count with. */
export {
  LISTED_FILES,
  LISTED_TURNS,
  MAX_LISTED_FILES,
  PeakUsage,
  RuleSubject,
  RunLimits,
  Settings,
  type WordPattern,
  WordType,
} from '#contract';
