import type { RunLimits } from '#contract';

interface LimitsPreset {
  readonly limits: RunLimits;
  /** CPU is the mean over this time, in milliseconds. */
  readonly checkMs: number;
}

const MB = 1024 * 1024;

/**
 * Limits that suit ordinary tools, builds and test suites, as the settings of our own agent have them: a runaway ends,
 * work does not. CPU is not limited: a build that uses every core does what it should, and the time limit ends what
 * never stops.
 */
export const DESKTOP_LIMITS: LimitsPreset = {
  limits: {
    timeoutMs: 120_000,
    maxOutputBytes: 50_000_000,
    memoryBytes: 4096 * MB,
    diskBytes: 10_240 * MB,
    processes: 1000,
  },
  checkMs: 5000,
};
