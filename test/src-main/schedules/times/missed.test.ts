import { describe, expect, test } from 'vitest';
import { readTimes } from '../../../../src-main/schedules/times/schedule-times.ts';
import { cpuMsOf } from '../../../support/time-taken.ts';
import { iso, timesOf } from './support.ts';

const DAILY = timesOf('0 9 * * *', 'UTC');
const at = (text: string) => Date.parse(text);

function missed(lastRun: string | undefined, now: string, policy: 'skip' | 'once' | 'all', max?: number) {
  const last = lastRun === undefined ? undefined : at(lastRun);
  const { missed: list, due } = DAILY.missed({ lastRun: last, now: at(now), policy, max });
  return { missed: iso(list), due: iso(due) };
}

describe('missed runs', () => {
  test('of a task that never ran are none', () => {
    expect(missed(undefined, '2026-05-08T10:00:00Z', 'all')).toEqual({ missed: [], due: [] });
  });

  test('exactly now is due under every policy, also where it never ran', () => {
    const due = ['2026-05-05T09:00:00.000Z'];
    expect(missed(undefined, '2026-05-05T09:00:00.700Z', 'skip')).toEqual({ missed: [], due });
    expect(missed('2026-05-04T09:00:01Z', '2026-05-05T09:00:00.084Z', 'skip')).toEqual({ missed: [], due });
  });

  test('after a clock that was set back are none', () => {
    expect(missed('2026-05-05T09:00:01Z', '2026-05-04T09:00:00Z', 'all')).toEqual({ missed: [], due: [] });
    expect(missed('2026-05-05T09:00:00.900Z', '2026-05-05T09:00:00.100Z', 'all')).toEqual({ missed: [], due: [] });
  });

  test('run by their policy', () => {
    const [first, second] = ['2026-05-05T09:00:00.000Z', '2026-05-06T09:00:00.000Z'];
    const list = { missed: [first, second] };
    expect(missed('2026-05-04T09:00:02Z', '2026-05-06T10:00:00Z', 'skip')).toEqual({ ...list, due: [] });
    expect(missed('2026-05-04T09:00:02Z', '2026-05-06T10:00:00Z', 'once')).toEqual({ ...list, due: [second] });
    expect(missed('2026-05-04T09:00:02Z', '2026-05-06T10:00:00Z', 'all')).toEqual({ ...list, due: [first, second] });
    expect(missed('2026-05-04T09:00:02Z', '2026-05-06T10:00:00Z', 'all', 1)).toEqual({ ...list, due: [second] });
    expect(missed('2026-05-04T09:00:02Z', '2026-05-06T10:00:00Z', 'all', 0)).toEqual({ ...list, due: [] });
  });

  test('are counted up to the newest 1,000, and 100 of them run', () => {
    const { missed: list, due } = timesOf('* * * * *', 'Europe/Berlin').missed({
      lastRun: at('2016-01-01T00:00:00Z'),
      now: at('2026-01-01T00:00:30Z'),
      policy: 'all',
    });
    expect([list.length, due.length]).toEqual([1000, 100]);
    expect(iso(list.slice(-1))).toEqual(['2026-01-01T00:00:00.000Z']);
    expect(iso(list.slice(0, 1))).toEqual(['2025-12-31T07:21:00.000Z']);
  });
});

describe('within a second', () => {
  test.each([
    ['0 0 30 2 *', 'UTC'],
    ['0 0 31 2,4,6,9,11 *', 'Europe/Berlin'],
    ['* * * 31 4,6 *', 'Pacific/Apia'],
  ])('%s is known never to run', (cron, zone) => {
    const took = cpuMsOf(() => {
      const times = timesOf(cron, zone);
      expect(times.next(at('2026-01-01T00:00:00Z'), 3)).toEqual([]);
      expect(times.missed({ lastRun: 0, now: at('2026-01-01T00:00:00Z'), policy: 'all' }).missed).toEqual([]);
    });
    expect(took).toBeLessThan(1000);
  });

  test('decades of missed seconds are counted', () => {
    const took = cpuMsOf(() => {
      const times = timesOf('* * * * * *', 'America/New_York');
      const { missed: list } = times.missed({ lastRun: 0, now: at('2026-01-01T00:00:00Z'), policy: 'all' });
      expect(list.length).toBe(1000);
    });
    expect(took).toBeLessThan(1000);
  });

  test('instants at the ends of all dates give what there is', () => {
    expect(timesOf('0 0 1 1 *', 'UTC').next(8.64e15 - 1000, 2)).toEqual([]);
    expect(timesOf('0 0 29 2 *', 'UTC').next(-8.63e15, 1)).toHaveLength(1);
    expect(timesOf('0 0 30 2 *', 'UTC').missed({ lastRun: -8.64e15, now: -8.639e15, policy: 'all' }).due).toEqual([]);
  });
});

test('29 February is found over a century without it', () => {
  expect(iso(timesOf('0 12 29 2 *', 'UTC').next(at('2096-03-01T00:00:00Z'), 1))).toEqual(['2104-02-29T12:00:00.000Z']);
});

test('the documented example is refused for nothing', () => {
  expect(readTimes('0 9 * * *', 'Europe/Berlin')).not.toHaveProperty('message');
});
