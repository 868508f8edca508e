import type { LedgerEventData, MissedPolicy, Schedule, TaskId } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { RunLog } from '../inbox/run-log.ts';
import type { Clock, TaskRecords, TaskWorkspaces } from '../ports.ts';
import type { EnabledTasks } from '../tasks/enabled-tasks.ts';
import type { Plans, TaskPlan } from '../tasks/plans.ts';
import { taskState } from '../tasks/schedule-view.ts';
import { taskKey } from '../tasks/task-key.ts';
import { accountedBy, dueByAnswer, dueByPolicy, dueTimes } from './due-times.ts';
import type { TaskRuns } from './task-runs.ts';

/** Period of looking at the clock, which reveals that it was set, or that the machine slept, in milliseconds. */
const TICK_MS = 15_000;
/** Folders are read again so often, since nobody tells of a TASK.md that was written. */
const READ_MS = 60_000;

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly workspaces: TaskWorkspaces;
  readonly plans: Plans;
  readonly enabled: EnabledTasks;
  readonly log: RunLog;
  readonly records: TaskRecords;
  readonly runs: Pick<TaskRuns, 'tick' | 'catchUp'>;
  readonly onMissed: (plan: TaskPlan, count: number) => void;
  readonly logger: Logger;
}

/** Scheduler that runs tasks when their time comes, and reports the times at which nothing could run. */
export class TaskScheduler implements Disposable {
  readonly #options: SchedulerOptions;
  /** The next time of a task; `from` is what it was worked out from. */
  readonly #next = new Map<string, { readonly from: number; readonly hash: string; readonly at: number | undefined }>();
  /** Two windows may answer at once, and what is told as missed meanwhile must not be taken for answered. */
  readonly #answering = new KeyedMutex();
  #cancel: () => void = () => {};
  #readAt = 0;
  #isEnded = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#readAt = options.clock.now();
  }

  /** Looks at every task that is on, and again when the next time comes. */
  look(): void {
    if (this.#isEnded) return;
    this.#cancel();
    const { clock, workspaces, plans, enabled } = this.#options;
    const now = clock.now();
    let soonest = now + TICK_MS;
    for (const plan of plans.all(workspaces.all())) {
      if (taskState(plan, enabled).state !== 'on') continue;
      soonest = Math.min(soonest, this.#lookAt(plan, now) ?? soonest);
    }
    if (Math.abs(now - this.#readAt) >= READ_MS) {
      this.#readAt = now;
      void workspaces.refresh();
    }
    this.#cancel = clock.after(Math.max(0, soonest - clock.now()), () => this.look());
  }

  /** Its time is to be found missed, once it may run again. */
  giveBack(id: TaskId, plannedAt: number): void {
    const task = this.#options.log.task(id);
    task.accounted = Math.min(task.accounted ?? plannedAt, plannedAt - 1000);
  }

  /** Leaves what an earlier start of the app had to run, and did not begin, to a person. Never throws. */
  async leaveOwed(): Promise<void> {
    for (const { id, name, times } of this.#options.log.owed.list()) await this.leave(id, times, name);
  }

  /** Missed runs that could not be run after all stand until a person answers, unless the task was switched off. Never throws. */
  async leave(id: TaskId, times: readonly number[], known = id.folder): Promise<void> {
    const { plans, workspaces, enabled, records, onMissed, logger } = this.#options;
    const [first = 0, last = first] = [times[0], times.at(-1)];
    if (!enabled.find(taskKey(id))) return;
    const plan = plans.all(workspaces.all()).find((one) => taskKey(one.id) === taskKey(id));
    const name = plan?.source.name ?? known;
    try {
      const told = { ...id, name, count: times.length, first, last, times: [...times] };
      await this.#answering.run(taskKey(id), () => records.append(id.workspace, 'schedule.missed', told));
      if (plan && !this.#isEnded) onMissed(plan, times.length);
    } catch (error) {
      logger.error('schedules.unrecorded', { ...id, error: messageOf(error) });
    }
  }

  /** Runs what was missed and nobody had answered. @throws AppError NOT_FOUND if nothing was, UNAVAILABLE */
  async answer(plan: TaskPlan, answer: MissedPolicy): Promise<void> {
    await this.#answering.run(taskKey(plan.id), () => this.#answer(plan, answer));
  }

  async #answer(plan: TaskPlan, answer: MissedPolicy): Promise<void> {
    const { log, records, runs } = this.#options;
    const { missed } = log.task(plan.id);
    if (!missed) throw new AppError('NOT_FOUND', `${plan.source.name} has missed nothing`);
    const due = [...dueByAnswer(plan.times, missed, answer)];
    await records.append(plan.id.workspace, 'schedule.answered', {
      ...plan.id,
      answer,
      ...(due.length > 0 && { due }),
    });
    runs.catchUp(plan.id, due);
  }

  /** The next times of what is on, the soonest first. */
  upcoming(): readonly { readonly plan: TaskPlan; readonly at: number }[] {
    const { clock, workspaces, plans, enabled } = this.#options;
    const on = plans.all(workspaces.all()).filter((plan) => taskState(plan, enabled).state === 'on');
    const found = on.flatMap((plan) => {
      const at = this.#nextOf(plan, this.#accounted(plan, clock.now()));
      return at === undefined ? [] : [{ plan, at }];
    });
    return found.sort((one, other) => one.at - other.at);
  }

  [Symbol.dispose](): void {
    this.#isEnded = true;
    this.#cancel();
  }

  /** @returns when it runs next */
  #lookAt(plan: TaskPlan, now: number): number | undefined {
    const { log, runs } = this.#options;
    const accounted = this.#accounted(plan, now);
    const next = this.#nextOf(plan, accounted);
    if (next === undefined || next > now || !plan.times) return next;
    const { timely, late } = dueTimes(plan.times, accounted, now);
    const last = timely.at(-1) ?? late.at(-1);
    // At once, so that no other look finds the same times.
    if (last !== undefined) log.task(plan.id).accounted = last;
    if (late.length > 0) void this.#catchUp(plan, late, timely);
    else for (const time of timely) runs.tick(plan.id, time);
    return this.#nextOf(plan, last ?? now);
  }

  #accounted(plan: TaskPlan, now: number): number {
    const task = this.#options.log.task(plan.id);
    task.accounted = accountedBy(task.accounted, now);
    return task.accounted;
  }

  #nextOf({ id, source, times }: TaskPlan, from: number): number | undefined {
    const key = taskKey(id);
    const known = this.#next.get(key);
    if (known?.from === from && known.hash === source.hash) return known.at;
    const at = times?.next(from, 1)[0];
    this.#next.set(key, { from, hash: source.hash, at });
    return at;
  }

  /** Tells what was missed, and has run what its policy says; `timely` came just now, and are the newest. */
  async #catchUp(plan: TaskPlan, late: readonly number[], timely: readonly number[]): Promise<void> {
    const { records, runs, log, onMissed, logger } = this.#options;
    const { missed: policy } = plan.source.settings;
    const [first = 0, last = first] = [late[0], late.at(-1)];
    const due = [...dueByPolicy(policy, { late, timely })];
    const told: LedgerEventData<'schedule.missed'> = {
      ...plan.id,
      name: plan.source.name,
      count: late.length,
      first,
      last,
      ...(policy && { policy }),
      ...(due.length > 0 && { due }),
    };
    try {
      await this.#answering.run(taskKey(plan.id), () => records.append(plan.id.workspace, 'schedule.missed', told));
    } catch (error) {
      logger.error('schedules.unrecorded', { ...plan.id, error: messageOf(error) });
      // Unless later times have come since, which would be run again.
      if (log.task(plan.id).accounted === (timely.at(-1) ?? last)) this.giveBack(plan.id, first);
      return;
    }
    if (policy === undefined) onMissed(plan, late.length);
    runs.catchUp(plan.id, due);
    if (policy !== 'all') for (const time of timely) runs.tick(plan.id, time);
  }
}

/** Explains why a task cannot be run, by its state. */
export function runRefusal(
  plan: TaskPlan,
  { state, reason }: Pick<Schedule, 'state' | 'reason'>,
): AppError | undefined {
  if (plan.workspace.unusable !== undefined) {
    return new AppError('CONFLICT', plan.workspace.unusable, { where: plan.workspace.path });
  }
  if (state === 'on') return undefined;
  return new AppError('CONFLICT', reason ?? `${plan.source.name} is not switched on`, { where: plan.source.file });
}
