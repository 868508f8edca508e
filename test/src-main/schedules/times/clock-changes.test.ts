import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCron } from '../../../../src-main/schedules/times/cron-pattern.ts';
import { iso, timesOf } from './support.ts';

const next = (cron: string, zone: string, after: string, count: number) =>
  iso(timesOf(cron, zone).next(Date.parse(after), count));

describe('a gap', () => {
  test.each([
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z']],
    [
      '0,15,30 2,3 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00:00.000Z', '2026-03-29T01:15:00.000Z'],
    ],
    ['*/30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-30T00:00:00.000Z', '2026-03-30T00:30:00.000Z']],
    [
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-02T20:00:00Z',
      ['2026-10-03T15:30:00.000Z', '2026-10-04T15:15:00.000Z'],
    ],
    // At midnight: the day begins at one.
    ['30 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z', ['2026-04-23T22:00:00.000Z', '2026-04-24T21:30:00.000Z']],
    // A day that was left out whole.
    ['0 9 30 * *', 'Pacific/Apia', '2011-12-01T00:00:00Z', ['2011-12-30T10:00:00.000Z', '2012-01-29T19:00:00.000Z']],
    ['0 9,10 * * *', 'Pacific/Apia', '2011-12-29T20:30:00Z', ['2011-12-30T10:00:00.000Z', '2011-12-30T19:00:00.000Z']],
  ])('%s in %s after %s', (cron, zone, after, runs) => {
    expect(next(cron, zone, after, 2)).toEqual(runs);
  });
});

describe('an overlap', () => {
  test.each([
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:45:00Z', ['2026-10-26T01:30:00.000Z']],
    [
      '*/30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['00:00', '00:30', '01:00', '01:30'].map((time) => `2026-10-25T${time}:00.000Z`),
    ],
    // The clock goes from midnight back into the day before.
    ['30 23 * * *', 'Africa/Cairo', '2026-10-29T12:00:00Z', ['2026-10-29T20:30:00.000Z', '2026-10-30T21:30:00.000Z']],
    [
      '*/30 23 29 10 *',
      'Africa/Cairo',
      '2026-10-29T12:00:00Z',
      ['20:00', '20:30', '21:00', '21:30'].map((time) => `2026-10-29T${time}:00.000Z`),
    ],
  ])('%s in %s after %s', (cron, zone, after, runs) => {
    expect(next(cron, zone, after, runs.length)).toEqual(runs);
  });
});

const ZONES = [
  ['UTC', '2026-05-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-30'],
  ['America/Havana', '2026-03-08'],
  ['America/St_Johns', '2006-10-29'],
  ['Africa/Casablanca', '2026-03-22'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kathmandu', '2026-01-01'],
] as const;

const FIELD = {
  minute: ['*', '0', '30', '*/15', '10-40/15', '5,35', '0-59'],
  hour: ['*', '0', '1', '2', '23', '*/2', '1,2,3', '0-3', '22-23/1'],
  day: ['*', '1', '29-31', '25,29', '1-31'],
  month: ['*', '3-5', 'OCT,DEC,APR'],
  weekday: ['*', '0', '5-7', 'MON-FRI', '4'],
};

const cronText = fc
  .tuple(...[FIELD.minute, FIELD.hour, FIELD.day, FIELD.month, FIELD.weekday].map((field) => fc.constantFrom(...field)))
  .map((fields) => fields.join(' '));

test('runs are those that looking at every minute finds', () => {
  const property = fc.property(cronText, fc.constantFrom(...ZONES), (cron, [zone, date]) => {
    const from = Date.parse(`${date}T00:00:00Z`) - 24 * 3_600_000;
    const to = from + 3 * 86_400_000;
    const found = timesOf(cron, zone)
      .next(from, 10_000)
      .filter((run) => run < to);

    expect(iso(found)).toEqual(iso(byEveryMinute(cron, zone, from, to)));
    // Backward they are the same.
    const { missed } = timesOf(cron, zone).missed({ lastRun: from, now: to, policy: 'skip' });
    expect(iso(missed)).toEqual(iso(found.slice(-1000)));
  });
  fc.assert(property, { numRuns: 25 });
}, 60_000);

test('runs are those that croner gives, where no clock is changed', () => {
  const property = fc.property(cronText, fc.integer({ min: 0, max: 365 }), (cron, day) => {
    const from = Date.UTC(2026, 0, 1) + day * 86_400_000;
    const theirs = new Cron(cron, { timezone: 'Asia/Tokyo', paused: true }).nextRuns(4, new Date(from));
    expect(iso(timesOf(cron, 'Asia/Tokyo').next(from, 4))).toEqual(theirs.map((run) => run.toISOString()));
  });
  fc.assert(property, { numRuns: 40 });
});

/** The rules as they are written, minute by minute: what a wall clock shows, and what it showed before. */
function byEveryMinute(cron: string, zone: string, from: number, to: number): number[] {
  const pattern = parseCron(cron);
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const wallOf = (instant: number) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute);
  };
  const matches = (wall: number) => {
    const date = new Date(wall);
    const [day, weekday] = [pattern.days.has(date.getUTCDate()), pattern.weekdays.has(date.getUTCDay())];
    const { limits } = pattern;
    const fitsDay = limits.day && limits.weekday ? day || weekday : day && weekday;
    const fitsTime = pattern.hours.includes(date.getUTCHours()) && pattern.minutes.includes(date.getUTCMinutes());
    return pattern.months.has(date.getUTCMonth() + 1) && fitsDay && fitsTime;
  };
  const runs: number[] = [];
  const early = from - 3 * 3_600_000;
  let latest = wallOf(early);
  for (let instant = early + 60_000; instant < to; instant += 60_000) {
    const wall = wallOf(instant);
    let isRun = matches(wall) && (!pattern.isFixed || wall > latest);
    if (pattern.isFixed) for (let left = latest + 60_000; left < wall; left += 60_000) isRun ||= matches(left);
    if (isRun && instant > from) runs.push(instant);
    latest = Math.max(latest, wall);
  }
  return runs;
}
