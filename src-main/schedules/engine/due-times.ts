import type { MissedPolicy } from '#contract';
import type { MissedByTask } from '../inbox/run-log.ts';
import { MAX_DUE } from '../times/missed.ts';
import type { ScheduleTimes } from '../times/schedule-times.ts';

/** A time that is found this late has still come; an older one was missed, as by a machine that slept. */
const GRACE_MS = 30_000;
/** A clock that was set back further than this was wrong before: what ran by it does not keep a task from running. */
const WRONG_CLOCK_MS = 48 * 3_600_000;

/** Times of a pattern that have come since those before were accounted for; in order. */
export interface DueTimes {
  readonly timely: readonly number[];
  /** Missed times; at most the newest 1,000. */
  readonly late: readonly number[];
}

/** Determines the due times of a pattern, by the present clock. */
export function dueTimes(times: ScheduleTimes, accounted: number, now: number): DueTimes {
  const { missed, due } = times.missed({ lastRun: accounted, now, policy: 'skip' });
  const all = [...missed, ...due];
  const first = all.findIndex((time) => now - time <= GRACE_MS);
  return first < 0 ? { timely: [], late: all } : { timely: all.slice(first), late: all.slice(0, first) };
}

/** Time up to which a task's times are accounted for, where the clock may have been set back. */
export function accountedBy(accounted: number | undefined, now: number): number {
  return accounted === undefined || accounted - now > WRONG_CLOCK_MS ? now : accounted;
}

/**
 * Missed times that run by the policy of a task; `timely` came just now, and are the newest. This decides for times that
 * the clock found, which `dueTimes` asks `missedRuns` for without a policy; the answer of a person goes by `dueByAnswer`.
 */
export function dueByPolicy(policy: MissedPolicy | undefined, { late, timely }: DueTimes): readonly number[] {
  if (policy === 'all') return [...late, ...timely].slice(-MAX_DUE);
  return policy === 'once' && timely.length === 0 ? late.slice(-1) : [];
}

/** Missed times that run by the answer of a person. */
export function dueByAnswer(
  times: ScheduleTimes | undefined,
  { spans, last }: MissedByTask,
  answer: MissedPolicy,
): readonly number[] {
  if (answer !== 'all') return answer === 'once' ? [last] : [];
  const due = spans.flatMap((span) => {
    return times?.missed({ lastRun: span.first - 1000, now: span.last, policy: 'all', max: MAX_DUE }).due ?? [];
  });
  return due.length > 0 ? due.slice(-MAX_DUE) : [last];
}
