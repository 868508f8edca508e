import type { MissedPolicy } from '#contract';
import type { CronPattern } from './cron-pattern.ts';
import { runsAfter, runsBefore } from './runs.ts';
import type { TimeZone } from './time-zone.ts';

/** Runs that were missed are counted up to here, the newest. */
export const MAX_MISSED = 1000;
/** Most missed runs that are made up for at once. */
export const MAX_DUE = 100;

export interface MissedQuestion {
  /** Time of the last run; if absent, it never ran and nothing was missed. */
  readonly lastRun: number | undefined;
  readonly now: number;
  readonly policy: MissedPolicy;
  /** `all` takes so many. */
  readonly max?: number | undefined;
}

/** Instants in order: what was missed, and what of it is to run now. */
export interface MissedTimes {
  readonly missed: readonly number[];
  readonly due: readonly number[];
}

const toSecond = (instant: number) => Math.floor(instant / 1000) * 1000;

/**
 * Finds the times that a pattern has missed, at the start and after sleep. A run exactly now is due, and not missed.
 */
export function missedRuns(pattern: CronPattern, zone: TimeZone, question: MissedQuestion): MissedTimes {
  const now = toSecond(question.now);
  const lastRun = question.lastRun === undefined ? undefined : toSecond(question.lastRun);
  if (lastRun !== undefined && lastRun >= now) return { missed: [], due: [] };
  const missed = lastRun === undefined ? [] : between(pattern, zone, lastRun, now);
  const current = runsAfter(pattern, zone, now - 1000).next().value === now ? [now] : [];
  return { missed, due: dueOf([...missed, ...current], current, question) };
}

/**
 * Chooses the times that run by the policy of the question. The scheduler asks with `skip`, for the times alone, and
 * applies the policy of a task by `dueByPolicy`, which also knows how late a time was found.
 */
function dueOf(all: readonly number[], current: readonly number[], { policy, max = MAX_DUE }: MissedQuestion) {
  if (policy === 'skip') return current;
  const count = policy === 'once' ? 1 : max;
  return count === 0 ? [] : all.slice(-count);
}

function between(pattern: CronPattern, zone: TimeZone, lastRun: number, now: number): readonly number[] {
  const newest: number[] = [];
  for (const run of runsBefore(pattern, zone, now)) {
    if (run <= lastRun || newest.length >= MAX_MISSED) break;
    newest.push(run);
  }
  return newest.reverse();
}
