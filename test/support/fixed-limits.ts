import type { RunLimits } from '#contract';
import type { CommandToolOptions } from '#execution';

/** Limits that nobody raises. */
export function fixedLimits(limits: RunLimits): CommandToolOptions['limits'] {
  return {
    next: async () => limits,
    begin: async () => ({ current: limits, onRaised: () => () => {}, [Symbol.dispose]: () => {} }),
  };
}
