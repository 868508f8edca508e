import type { ApiRouter } from '#core/servers/procedures';
import type { SchedulesOptions, UpcomingRun } from './options.ts';
import { schedulesRouter } from './router.ts';
import { Schedules } from './schedules.ts';

export interface SchedulesFeature extends AsyncDisposable {
  readonly router: ApiRouter['schedules'];
  /** Reads what is on and what was, tells of what was interrupted, and has the clock run. Never throws. */
  start(): Promise<void>;
  /** Names of the tasks that run. */
  running(): string[];
  /** Lists the tasks that are on, by name, which continue without a window. */
  background(): string[];
  /** The next time of each task that is on, the soonest first. */
  next(): readonly UpcomingRun[];
}

/** Tasks that run by the clock: which are on, what becomes of each run, and what was missed. */
export function createSchedules(options: SchedulesOptions): SchedulesFeature {
  const schedules = new Schedules(options);
  return {
    router: schedulesRouter(schedules),
    start: () => schedules.start(),
    running: () => schedules.runs.names(),
    background: () => schedules.upcoming().map(({ name }) => name),
    next: () => schedules.upcoming(),
    [Symbol.asyncDispose]: () => schedules[Symbol.asyncDispose](),
  };
}
