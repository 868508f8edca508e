import { DAY_MS, dayFrom, isDayOf, timesOfDay } from './calendar.ts';
import type { CronPattern } from './cron-pattern.ts';
import type { OffsetPeriod, TimeZone } from './time-zone.ts';

/** Clocks are at most this far from UTC. */
const MAX_OFFSET_MS = 16 * 3_600_000;
/** JavaScript has no dates beyond this day. */
const LAST_DAY = 100_000_000;

/**
 * The instants at which a pattern runs after this one, in order, in milliseconds; none if it never does.
 *
 * Each UTC day is looked at on its own, with the offsets that the zone has in it; days far from any date of the pattern
 * are passed over.
 */
export function* runsAfter(pattern: CronPattern, zone: TimeZone, after: number): Generator<number, void> {
  let day = Math.floor(after / DAY_MS);
  while (Math.abs(day) < LAST_DAY) {
    for (const stretch of zone.stretchesOf(day)) yield* runsIn(pattern, stretch, after);
    const next = nearDay(pattern, day + 1, 1);
    if (next === undefined) return;
    day = next;
  }
}

/** The same as `runsAfter`, but before an instant, the newest first. */
export function* runsBefore(pattern: CronPattern, zone: TimeZone, before: number): Generator<number, void> {
  let day = Math.floor((before - 1) / DAY_MS);
  while (Math.abs(day) < LAST_DAY) {
    for (const stretch of zone.stretchesOf(day).toReversed()) yield* runsBackIn(pattern, stretch, before);
    const next = nearDay(pattern, day - 1, -1);
    if (next === undefined) return;
    day = next;
  }
}

/** The UTC day to go on with: `day`, or the first one in this direction that a date of the pattern can touch. */
function nearDay(pattern: CronPattern, day: number, direction: 1 | -1): number | undefined {
  // Seen from the far side of what this UTC day can be in any zone.
  const edge = direction === 1 ? day * DAY_MS - MAX_OFFSET_MS : (day + 1) * DAY_MS + MAX_OFFSET_MS;
  const date = dayFrom(pattern, Math.floor(edge / DAY_MS), direction);
  if (date === undefined) return undefined;
  const reached = direction === 1 ? date * DAY_MS - MAX_OFFSET_MS : (date + 1) * DAY_MS + MAX_OFFSET_MS;
  const touched = Math.floor(reached / DAY_MS);
  return direction === 1 ? Math.max(day, touched) : Math.min(day, touched);
}

/** The runs of one stretch that are later than `after`, in order. */
function* runsIn(pattern: CronPattern, stretch: OffsetPeriod, after: number): Generator<number, void> {
  const { start, end, offset } = stretch;
  if (end <= after) return;
  const meets = meetsAtStart(pattern, stretch);
  if (meets && start > after) yield start;
  const first = Math.max(firstTime(pattern, stretch), after + 1 + offset);
  for (const time of timesBetween(pattern, first, end + offset)) {
    if (!meets || time - offset !== start) yield time - offset;
  }
}

/** The runs of one stretch before an instant, the last first. */
function* runsBackIn(pattern: CronPattern, stretch: OffsetPeriod, before: number): Generator<number, void> {
  const { start, end, offset } = stretch;
  const meets = meetsAtStart(pattern, stretch);
  const last = Math.min(end, before) + offset;
  for (const time of timesBetween(pattern, firstTime(pattern, stretch), last, true)) {
    if (!meets || time - offset !== start) yield time - offset;
  }
  if (meets && start < before) yield start;
}

/** Fixed times that the clocks left out at a stretch's start run there, together. */
function meetsAtStart(pattern: CronPattern, { start, offset, offsetBefore }: OffsetPeriod): boolean {
  if (!pattern.isFixed || offsetBefore >= offset) return false;
  return !timesBetween(pattern, start + offsetBefore, start + offset).next().done;
}

/** The first time of a stretch at which a pattern may run: what comes a second time has run already, where it is fixed. */
function firstTime({ isFixed }: CronPattern, { start, offset, offsetBefore }: OffsetPeriod): number {
  return start + (isFixed ? Math.max(offset, offsetBefore) : offset);
}

/** The times of the calendar at which the pattern runs, from `first` on and before `end`: local milliseconds. */
function* timesBetween(pattern: CronPattern, first: number, end: number, isBackward = false): Generator<number, void> {
  const days = [Math.floor(first / DAY_MS), Math.floor((end - 1) / DAY_MS)] as const;
  const count = days[1] - days[0];
  for (let index = 0; index <= count; index++) {
    const day = isBackward ? days[1] - index : days[0] + index;
    if (!isDayOf(pattern, day)) continue;
    const midnight = day * DAY_MS;
    const part = { first: Math.ceil((first - midnight) / 1000), end: (end - midnight) / 1000, isBackward };
    for (const time of timesOfDay(pattern, part)) yield midnight + time * 1000;
  }
}
