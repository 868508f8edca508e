import type { CronPattern } from './cron-pattern.ts';

export const DAY_MS = 86_400_000;
/** No date of the calendar is further from the one before it: 29 February over a century. */
const MAX_DAYS_APART = 9 * 366;

/** Whether the pattern runs on this day of the calendar, counted from 1 January 1970. */
export function isDayOf({ days, months, weekdays, limits }: CronPattern, day: number): boolean {
  if (months.size === 12 && !limits.day && !limits.weekday) return true;
  const date = new Date(day * DAY_MS);
  if (!months.has(date.getUTCMonth() + 1)) return false;
  const [fitsDay, fitsWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
  return limits.day && limits.weekday ? fitsDay || fitsWeekday : fitsDay && fitsWeekday;
}

/** The next day on which it runs, or the last one with -1; `day` itself counts. Undefined if there is none. */
export function dayFrom(pattern: CronPattern, day: number, direction: 1 | -1): number | undefined {
  for (let count = 0; count <= MAX_DAYS_APART; count++) {
    const candidate = day + count * direction;
    if (isDayOf(pattern, candidate)) return candidate;
  }
  return undefined;
}

/** Times of a day that are kept for a pattern, at most. */
const MAX_KEPT = 1440;
const kept = new WeakMap<CronPattern, readonly number[]>();

/** The times of a day at which the pattern runs, in seconds; in order, or the last first. */
export function timesOfDay(pattern: CronPattern, part: DayPart): Iterable<number> {
  const { seconds, minutes, hours } = pattern;
  if (seconds.length * minutes.length * hours.length > MAX_KEPT) return manyTimes(pattern, part);
  const all = kept.get(pattern) ?? [...manyTimes(pattern, { first: 0, end: DAY_MS / 1000, isBackward: false })];
  kept.set(pattern, all);
  const times = all.filter((time) => time >= part.first && time < part.end);
  return part.isBackward ? times.reverse() : times;
}

function* manyTimes(pattern: CronPattern, part: DayPart): Generator<number, void> {
  for (const hour of reached(pattern.hours, 3600, 0, part)) {
    for (const minute of reached(pattern.minutes, 60, hour, part)) yield* reached(pattern.seconds, 1, minute, part);
  }
}

/** Yields the starts of a field's values, except for those that a part of the day does not touch. */
function* reached(values: readonly number[], unit: number, base: number, part: DayPart): Generator<number, void> {
  for (const value of part.isBackward ? values.toReversed() : values) {
    const start = base + value * unit;
    if (start + unit > part.first && start < part.end) yield start;
  }
}

/** Whole seconds of a day, the end left out. */
interface DayPart {
  readonly first: number;
  readonly end: number;
  readonly isBackward: boolean;
}
