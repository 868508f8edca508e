import { expect, test } from 'vitest';
import type { LedgerEventData } from '#contract';
import { type SchedulerOptions, TaskScheduler } from '../../../../src-main/schedules/engine/scheduler.ts';
import { RunLog } from '../../../../src-main/schedules/inbox/run-log.ts';
import type { TaskPlan } from '../../../../src-main/schedules/tasks/plans.ts';
import { readTimes } from '../../../../src-main/schedules/times/schedule-times.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { FakeClock } from '../support/fake-clock.ts';

const ID = { workspace: '/w/agent', folder: 'daily' };
const giveWay = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A scheduler of one task that runs at nine and asks what was missed; its record may be refused. */
function setUp() {
  const clock = new FakeClock('2026-05-04T12:00:00Z');
  const disk = { isFull: false };
  const told: LedgerEventData<'schedule.missed'>[] = [];
  const source = { name: 'daily', hash: 'h', file: 'TASK.md', settings: {} };
  const workspace = { path: ID.workspace, unusable: undefined };
  const plan = { id: ID, workspace, source, times: readTimes('0 9 * * *', 'UTC') } as unknown as TaskPlan;
  const log = new RunLog();
  const scheduler = new TaskScheduler({
    clock,
    log,
    logger: silentLogger,
    onMissed: () => {},
    workspaces: { all: () => [], refresh: async () => {} },
    plans: { all: () => [plan] },
    enabled: { find: () => ({ hash: 'h' }) },
    records: {
      append: async (_workspace: string, _type: string, data: LedgerEventData<'schedule.missed'>) => {
        if (disk.isFull) throw new Error('ENOSPC');
        told.push(data);
      },
    },
    runs: { tick: () => {}, catchUp: () => {} },
  } as unknown as SchedulerOptions);
  return { clock, disk, told, log, scheduler };
}

test('missed runs that could not be recorded are found again once they can be, and once', async () => {
  const { clock, disk, told, scheduler } = setUp();
  using _ending = scheduler;
  scheduler.look();
  disk.isFull = true;
  clock.set('2026-05-06T12:00:00Z');
  await clock.pass(40_000, giveWay);
  expect(told).toEqual([]);
  disk.isFull = false;
  await clock.pass(60_000, giveWay);
  const [first, last] = [Date.parse('2026-05-05T09:00:00Z'), Date.parse('2026-05-06T09:00:00Z')];
  expect(told).toEqual([{ ...ID, name: 'daily', count: 2, first, last }]);
});

test('of two times that are given back neither is lost', () => {
  const { log, scheduler } = setUp();
  using _ending = scheduler;
  const [first, second] = [Date.parse('2026-05-05T09:00:00Z'), Date.parse('2026-05-06T09:00:00Z')];
  log.task(ID).accounted = second;
  scheduler.giveBack(ID, first);
  scheduler.giveBack(ID, second);
  expect(log.task(ID).accounted).toBeLessThan(first);
});
