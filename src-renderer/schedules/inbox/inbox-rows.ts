import type { ScheduleRun } from '#contract';
import { rowWindow } from '../../ui/row-window.ts';
import { dayName } from '../times.ts';

/** Height of a run's row, and of the day above the first of it, in pixels; the style sheet gives them the same. */
export const ROW_HEIGHT = 66;
export const DAY_HEIGHT = 30;

export interface InboxRows {
  readonly runs: readonly ScheduleRun[];
  readonly keys: readonly string[];
  /** The name of a day, by the place of its first run. */
  readonly days: ReadonlyMap<number, string>;
}

export function inboxRows(runs: readonly ScheduleRun[], now = Date.now()): InboxRows {
  const days = new Map<number, string>();
  let before: string | undefined;
  for (const [place, { startedAt }] of runs.entries()) {
    // Days of the same date share a number; a name is made for the first alone.
    const date = new Date(startedAt).toDateString();
    if (date !== before) days.set(place, dayName(startedAt, now));
    before = date;
  }
  return { runs, keys: runs.map(({ id }) => id), days };
}

/** Selects the rows to draw, and computes the space of the others. */
export function drawnRows(
  { runs, days }: InboxRows,
  view: { readonly scrollTop: number; readonly viewHeight: number },
) {
  const extra = new Map([...days.keys()].map((place) => [place, DAY_HEIGHT]));
  return rowWindow({ count: runs.length, rowHeight: ROW_HEIGHT, extra, ...view });
}

/** Top of a row, in pixels. */
export function topOfRow({ days }: InboxRows, place: number): number {
  return place * ROW_HEIGHT + [...days.keys()].filter((first) => first < place).length * DAY_HEIGHT;
}
