import { randomUUID } from 'node:crypto';
import type { LedgerEventData, ScheduleRun, TaskId } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { TaskPlan } from '../tasks/plans.ts';
import { taskKey } from '../tasks/task-key.ts';
import { type RunPorts, type RunReason, TaskRun } from './task-run.ts';

export interface TaskRunsOptions extends RunPorts {
  /** The task as its file is now, which may run; read again. @throws AppError if it may not */
  readonly current: (id: TaskId, isByPerson: boolean) => Promise<TaskPlan>;
  /** A run has ended; what it came to. */
  readonly onEnded: (plan: TaskPlan, ended: LedgerEventData<'schedule.ended'>) => void;
  /** Called if it may not run now, so that its time counts as missed. */
  readonly onRefused: (id: TaskId, plannedAt: number) => void;
  /** Called if a run that a person asked for could not be recorded, and so has not begun. */
  readonly onNotBegun: (plan: TaskPlan, error: unknown) => void;
  /** Records missed runs that could not be run after all. Never throws. */
  readonly onLeft: (id: TaskId, times: readonly number[]) => Promise<void>;
  readonly logger: Logger;
}

type RunCause = Omit<RunReason, 'id'>;

interface BusyTask {
  run: TaskRun | undefined;
  /** Missed runs that come after this one. */
  readonly backlog: RunCause[];
  /** Times that came while it ran. */
  readonly overlaps: number[];
}

/** Runs of tasks: of one task never two at a time. */
export class TaskRuns {
  readonly #options: TaskRunsOptions;
  readonly #busy = new Map<string, BusyTask>();
  readonly #finishing = new Set<Promise<void>>();
  #isEnding = false;

  constructor(options: TaskRunsOptions) {
    this.#options = options;
  }

  isBusy(id: TaskId): boolean {
    return this.#busy.has(taskKey(id));
  }

  /** Names of the tasks that run. */
  names(): string[] {
    return [...this.#busy.values()].flatMap(({ run }) => run?.plan.source.name ?? []);
  }

  find(run: string): TaskRun | undefined {
    return [...this.#busy.values()].map((busy) => busy.run).find((one) => one?.id === run);
  }

  /** Starts a task whose time has come, or notes that it is still running. */
  tick(id: TaskId, plannedAt: number): void {
    const busy = this.#busy.get(taskKey(id));
    if (busy) busy.overlaps.push(plannedAt);
    else void this.#begin(id, [{ by: 'time', plannedAt }]);
  }

  /** Runs what was missed, one after the other. */
  catchUp(id: TaskId, times: readonly number[]): void {
    const reasons = times.map((plannedAt): RunCause => ({ by: 'missed', plannedAt }));
    if (reasons.length === 0) return;
    const busy = this.#busy.get(taskKey(id));
    if (busy) busy.backlog.push(...reasons);
    else void this.#begin(id, reasons);
  }

  /** Runs it for a person; resolves with the run once it is known that it may. @throws AppError CONFLICT, NOT_FOUND, INVALID_INPUT, CANCELLED */
  async now(id: TaskId): Promise<string> {
    const key = taskKey(id);
    if (this.#busy.has(key)) {
      throw new AppError('CONFLICT', `${id.folder} is running`, { advice: 'Wait until it has ended, or stop it' });
    }
    const busy: BusyTask = { run: undefined, backlog: [], overlaps: [] };
    this.#busy.set(key, busy);
    try {
      const plan = await this.#options.current(id, true);
      if (this.#isEnding) throw new AppError('CANCELLED', `Sigma Shell is closing, so ${id.folder} was not run`);
      busy.run = new TaskRun(plan, { id: newRunId(), by: 'person' }, this.#options);
    } catch (error) {
      this.#busy.delete(key);
      this.#giveBack(id, busy);
      throw error;
    }
    const { id: run } = busy.run;
    void this.#runThenRelease(id, busy);
    return run;
  }

  /** Hands back the times that came while a run was still being checked: they are recorded as skipped, or run next. */
  #giveBack(id: TaskId, { overlaps: [first], backlog }: BusyTask): void {
    if (first !== undefined) this.#options.onRefused(id, first);
    if (backlog.length > 0 && !this.#isEnding) void this.#begin(id, backlog);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    const runs = [...this.#busy.values()].flatMap(({ run }) => run ?? []);
    await Promise.all(runs.map((run) => run.end('interrupted', 'Sigma Shell was ended while it ran')));
    await Promise.all([...this.#finishing]);
  }

  async #begin(id: TaskId, reasons: readonly RunCause[]): Promise<void> {
    const busy: BusyTask = { run: undefined, backlog: [...reasons], overlaps: [] };
    this.#busy.set(taskKey(id), busy);
    await this.#runThenRelease(id, busy);
  }

  #runThenRelease(id: TaskId, busy: BusyTask): Promise<void> {
    const finishing = this.#runAll(id, busy)
      .catch((error: unknown) => this.#options.logger.error('schedules.failed', { ...id, error: messageOf(error) }))
      .then(() => this.#release(id, busy))
      .finally(() => {
        this.#finishing.delete(finishing);
        this.#options.onChanged('', {});
      });
    this.#finishing.add(finishing);
    return finishing;
  }

  async #runAll(id: TaskId, busy: BusyTask): Promise<void> {
    if (busy.run) await this.#runOne(busy.run, busy);
    for (let [next] = busy.backlog; next && !this.#isEnding; [next] = busy.backlog) {
      const plan = await this.#mayRun(id, next);
      if (!plan || this.#isEnding) return;
      busy.backlog.shift();
      busy.run = new TaskRun(plan, { ...next, id: newRunId() }, this.#options);
      await this.#runOne(busy.run, busy);
    }
  }

  /** Ends a task's time of being busy: times that came for it and were neither run nor told are handed back. */
  async #release(id: TaskId, { overlaps: [first], backlog }: BusyTask): Promise<void> {
    this.#busy.delete(taskKey(id));
    if (first !== undefined) this.#options.onRefused(id, first);
    const missed = backlog.flatMap(({ by, plannedAt }) => (by === 'missed' ? (plannedAt ?? []) : []));
    if (missed.length > 0) await this.#options.onLeft(id, missed);
  }

  async #mayRun(id: TaskId, { plannedAt, by }: RunCause): Promise<TaskPlan | undefined> {
    try {
      return await this.#options.current(id, false);
    } catch (error) {
      this.#options.logger.warn('schedules.refused', { ...id, error: messageOf(error) });
      if (by === 'time' && plannedAt !== undefined) this.#options.onRefused(id, plannedAt);
      return undefined;
    }
  }

  async #runOne(run: TaskRun, busy: BusyTask): Promise<void> {
    const ended = await run.go().catch((error: unknown) => {
      if (!run.hasBegun) this.#takeBack(run, busy, error);
      throw error;
    });
    this.#options.onEnded(run.plan, ended);
    await this.#tellOverlaps(run, busy);
  }

  /** Has a run come again that could not be recorded, and so has not begun; a person is told. */
  #takeBack({ plan, reason: { by, plannedAt } }: TaskRun, busy: BusyTask, error: unknown): void {
    if (by === 'person') this.#options.onNotBegun(plan, error);
    else if (by === 'missed') busy.backlog.unshift({ by, plannedAt });
    else if (plannedAt !== undefined) busy.overlaps.unshift(plannedAt);
  }

  async #tellOverlaps({ id: run, plan }: TaskRun, busy: BusyTask): Promise<void> {
    const overlaps = [...busy.overlaps];
    const [first] = overlaps;
    if (first === undefined) return;
    const times = { count: overlaps.length, first, last: overlaps.at(-1) ?? first };
    await this.#options.records.append(plan.id.workspace, 'schedule.skipped', { ...plan.id, run, ...times });
    // Others may have come meanwhile.
    busy.overlaps.splice(0, overlaps.length);
  }
}

const newRunId = (): ScheduleRun['id'] => `run-${randomUUID()}`;
