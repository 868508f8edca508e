import type { ScheduleTimes } from '../../../../src-main/schedules/times/schedule-times.ts';
import { readTimes } from '../../../../src-main/schedules/times/schedule-times.ts';

/** @throws where the pattern or the zone is none */
export function timesOf(cron: string, timezone: string): ScheduleTimes {
  const times = readTimes(cron, timezone);
  if ('message' in times) throw new Error(times.message);
  return times;
}

export const iso = (instants: readonly number[]) => instants.map((instant) => new Date(instant).toISOString());
