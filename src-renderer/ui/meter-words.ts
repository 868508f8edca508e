import type { Meter } from '#contract';
import { formatCount, formatDollars } from './format.ts';

/** `12.4k tokens, $0.12`; `≥` where a part of it is not known. */
export function meterWords({ usage, isUsageComplete, cost, isCostComplete }: Meter): string {
  const tokens = `${isUsageComplete ? '' : '≥ '}${formatCount(usage.total)} tokens`;
  // Nothing is known of what it costs: a sum of nothing would look like a price.
  if (cost === 0 && !isCostComplete) return tokens;
  return `${tokens}, ${isCostComplete ? '' : '≥ '}${formatDollars(cost)}`;
}
