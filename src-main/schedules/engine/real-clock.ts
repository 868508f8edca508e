import type { Clock } from '../ports.ts';

/** The clock of this machine. */
export const realClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after: (ms, step) => {
    const timer = setTimeout(step, ms);
    return () => clearTimeout(timer);
  },
};
