import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { TaskRuns, type TaskRunsOptions } from '../../../../src-main/schedules/engine/task-runs.ts';
import type { TaskPlan } from '../../../../src-main/schedules/tasks/plans.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

test('a time that comes while a person asks for a run that may not be is not lost', async () => {
  const id = { workspace: '/w', folder: 'daily' };
  const asked = new Deferred<never>();
  const refused: number[] = [];
  const options: Partial<TaskRunsOptions> = {
    current: () => asked.promise,
    onRefused: (_, plannedAt) => refused.push(plannedAt),
    onChanged: () => {},
    onUnrecorded: () => {},
    logger: silentLogger,
  };
  const runs = new TaskRuns(options as TaskRunsOptions);
  const now = runs.now(id);
  runs.tick(id, 1000);
  runs.tick(id, 2000);
  asked.reject(new AppError('CONFLICT', 'agent is restricted'));
  await expect(now).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(refused).toEqual([1000]);
  expect(runs.isBusy(id)).toBe(false);
});

test('a run that a person asks for while the app ends does not begin', async () => {
  const asked = new Deferred<TaskPlan>();
  const recorded: string[] = [];
  const options = {
    current: () => asked.promise,
    onChanged: () => {},
    onUnrecorded: () => {},
    onEnded: () => {},
    logger: silentLogger,
    records: { append: async (_: string, type: string) => void recorded.push(type), onAppended: () => () => {} },
  };
  const runs = new TaskRuns(options as unknown as TaskRunsOptions);
  const now = runs.now({ workspace: '/w', folder: 'daily' });
  await runs.end();
  asked.resolve({ source: { name: 'Daily', settings: { budget: {} } }, id: {} } as unknown as TaskPlan);
  await expect(now).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(recorded).toEqual([]);
});
