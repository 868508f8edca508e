import type { RunLimits } from '#contract';

export interface LimitsPreset {
  readonly limits: RunLimits;
  /** CPU is the mean over this time, in milliseconds. */
  readonly checkMs: number;
  /** A session is closed at this age, in milliseconds. */
  readonly sessionMs: number;
}

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;

/**
 * Limits of the protocol document, for its clients. 50 % of a core and 50 MB end almost every real tool: a bare node
 * needs 45 MB.
 */
export const DOCUMENT_LIMITS: LimitsPreset = {
  limits: {
    timeoutMs: MINUTE_MS,
    maxOutputBytes: 20 * MB,
    cpuPercent: 50,
    memoryBytes: 50 * MB,
    diskBytes: 1024 * MB,
    processes: 1000,
  },
  checkMs: 10_000,
  sessionMs: 5 * MINUTE_MS,
};

/**
 * Limits that suit ordinary tools, builds and test suites, as the settings of our own agent have them: a runaway ends,
 * work does not. CPU is not limited: a build that uses every core does what it should, and the time limit ends what
 * never stops.
 */
export const DESKTOP_LIMITS: LimitsPreset = {
  limits: {
    timeoutMs: 2 * MINUTE_MS,
    maxOutputBytes: 50_000_000,
    memoryBytes: 4096 * MB,
    diskBytes: 10_240 * MB,
    processes: 1000,
  },
  checkMs: 5000,
  sessionMs: 24 * 60 * MINUTE_MS,
};
