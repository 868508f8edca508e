import type { Schedule, ScheduleRun, TaskId } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { realClock } from './engine/real-clock.ts';
import { foldHistory, recording, type TaskRecording } from './engine/recording.ts';
import type { RunEnd } from './engine/run-end-record.ts';
import { runRefusal, TaskScheduler } from './engine/scheduler.ts';
import { settleInterrupted } from './engine/settle-interrupted.ts';
import { TaskRuns } from './engine/task-runs.ts';
import { InboxStore } from './inbox/inbox.ts';
import { runDetail } from './inbox/run-detail.ts';
import { RunLog } from './inbox/run-log.ts';
import { RunNotices } from './inbox/run-notices.ts';
import type { SchedulesOptions, UpcomingRun } from './options.ts';
import type { Clock, WaitingQuestions } from './ports.ts';
import { type CronWords, loadCronWords } from './tasks/cron-words.ts';
import { type EnabledTasks, enabledTasks } from './tasks/enabled-tasks.ts';
import { Plans, type TaskPlan } from './tasks/plans.ts';
import { bySoonest, scheduleOf, taskState } from './tasks/schedule-view.ts';
import { TaskSwitch } from './tasks/task-switch.ts';

const noWords: CronWords = () => undefined;

/** The parts of the feature, put together. */
export class Schedules implements AsyncDisposable {
  readonly log = new RunLog();
  readonly list = new LiveValue<readonly Schedule[]>([]);
  readonly inbox: InboxStore;
  readonly runs: TaskRuns;
  readonly #options: SchedulesOptions;
  readonly #clock: Clock;
  readonly #records: TaskRecording;
  readonly #enabled: EnabledTasks;
  readonly #plans: Plans;
  readonly #switch: TaskSwitch;
  readonly #scheduler: TaskScheduler;
  readonly #offs: (() => void)[] = [];
  readonly #notices: RunNotices;
  readonly #tellUnrecorded = (ended: RunEnd, error: unknown): void => {
    this.#records.oweEnd(ended, error, this.#clock.now());
    this.#notices.tellUnrecorded(this.log.run(ended.run)?.name, messageOf(error));
  };
  /** Library of cron words; undefined until there is a task that needs it. */
  #words: CronWords | undefined;
  #isReady = false;

  constructor(options: SchedulesOptions) {
    const { clock = realClock, logger, chat, workspaces, mainSession, branches } = options;
    this.#options = options;
    this.#clock = clock;
    this.#notices = new RunNotices(options.notify);
    this.#records = recording(options.records, this.log, () => this.announce());
    this.#enabled = enabledTasks(options.file, logger);
    this.#plans = new Plans(clock.now);
    this.#switch = new TaskSwitch({
      workspaces,
      records: this.#records,
      enabled: this.#enabled,
      find: (id) => this.#find(id),
    });
    this.inbox = new InboxStore(this.log, this.#records);
    this.runs = new TaskRuns({
      chat,
      records: this.#records,
      clock,
      logger,
      branches,
      mainSession: (workspace) => mainSession(workspace, this.log.conversationsOf(workspace)),
      heldBefore: (session) => this.log.heldBefore(session),
      current: (id, isByPerson) => this.#current(id, isByPerson),
      onChanged: (run, change) => this.#changeRun(run, change),
      onUnrecorded: this.#tellUnrecorded,
      onEnded: ({ source: { name } }, ended) => this.#notices.tellEnded(name, ended),
      onNotBegun: ({ source: { name } }, error) => this.#notices.tellEnd(name, 'failed', messageOf(error)),
      onRefused: (id, plannedAt) => this.#scheduler.giveBack(id, plannedAt),
      onLeft: (id, times) => this.#scheduler.leave(id, times),
    });
    this.#scheduler = new TaskScheduler({
      clock,
      workspaces,
      logger,
      plans: this.#plans,
      enabled: this.#enabled,
      log: this.log,
      records: this.#records,
      runs: this.runs,
      onMissed: ({ source: { name } }, count) => {
        const times = count === 1 ? 'a run' : `${count} runs`;
        options.notify(
          'info',
          `${name} missed ${times}`,
          'Schedules asks what to do about it: skip, run once, or run all',
        );
      },
    });
  }

  async start(): Promise<void> {
    const { logger, chat, workspaces, branches } = this.#options;
    try {
      await this.#enabled.load();
      const onUnreadable = (error: string) => logger.error('schedules.unread', { error });
      this.#offs.push(await foldHistory(this.#records, { log: this.log, inbox: this.inbox, onUnreadable }));
      const onUnrecorded = this.#tellUnrecorded;
      const settling = { log: this.log, chat, records: this.#records, branches, onUnrecorded, logger };
      for (const run of await settleInterrupted(settling)) this.#notices.tellEnd(run.name, 'interrupted', run.line);
      await this.#scheduler.leaveOwed();
    } catch (error) {
      logger.error('schedules.unread', { error: messageOf(error) });
    }
    this.#isReady = true;
    this.#offs.push(workspaces.onChanged(() => this.lookAgain()));
    this.lookAgain();
  }

  /** Checks again what is due, and updates the rows, because something about tasks changed. */
  lookAgain(): void {
    if (!this.#isReady) return;
    this.#scheduler.look();
    this.announce();
  }

  announce(): void {
    if (!this.#isReady) return;
    const plans = this.#all();
    if (plans.length > 0) this.#loadWords();
    const words = this.#words ?? noWords;
    const known = { enabled: this.#enabled, log: this.log, words, now: this.#clock.now() };
    const rows = plans.map((plan) => scheduleOf(plan, known));
    this.list.set(rows.sort(bySoonest));
    this.inbox.announce();
  }

  refresh(): Promise<void> {
    return this.#options.workspaces.refresh();
  }

  upcoming(): readonly UpcomingRun[] {
    return this.#scheduler
      .upcoming()
      .map(({ plan, at }) => ({ name: plan.source.name, workspace: plan.workspace.path, at }));
  }

  /** @throws AppError NOT_FOUND, CONFLICT if the file is not what was read, INVALID_INPUT, UNAVAILABLE */
  async enable(id: TaskId, hash: string): Promise<void> {
    await this.#switch.on(id, hash);
    this.lookAgain();
  }

  /** @throws AppError UNAVAILABLE */
  async pause(id: TaskId): Promise<void> {
    await this.#switch.off(id);
    this.lookAgain();
  }

  /** @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT */
  async runNow(id: TaskId): Promise<string> {
    return await this.runs.now(id);
  }

  /** @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
  async answerMissed(id: TaskId, answer: NonNullable<Schedule['missedPolicy']>): Promise<void> {
    const plan = this.#find(id);
    // What cannot run keeps its question.
    const no = answer === 'skip' ? undefined : runRefusal(plan, taskState(plan, this.#enabled));
    if (no && this.log.task(id).missed) throw no;
    await this.#scheduler.answer(plan, answer);
  }

  /** The person is there from now on. @throws AppError NOT_FOUND, UNAVAILABLE */
  async goOn(run: string): Promise<void> {
    const { session } = this.inbox.get(run);
    const { chat } = this.#options;
    if (session === undefined || (await chat.attendanceOf(session)).kind !== 'unattended') return;
    await chat.attend(session, { kind: 'attended' });
  }

  /** @throws AppError NOT_FOUND, CONFLICT if there is nothing to take */
  async accept(run: string): Promise<{ readonly session: string; readonly turn: string }> {
    const { workspace, branch, name } = this.inbox.get(run);
    if (branch === undefined) throw new AppError('CONFLICT', `${name} did not work in a branch`, { where: run });
    const session = await this.#options.mainSession(workspace, this.log.conversationsOf(workspace));
    return { session, ...(await this.#options.branches.accept(branch.id, session)) };
  }

  /** @throws AppError NOT_FOUND, CONFLICT if it has ended */
  async stop(run: string): Promise<void> {
    const { name } = this.inbox.get(run);
    const found = this.runs.find(run);
    if (!found) throw new AppError('CONFLICT', `This run of ${name} has ended`, { where: run });
    await found.end('stopped', 'You stopped it');
  }

  detail(run: ScheduleRun) {
    return runDetail(run, this.#records, this.#options.waiting);
  }

  get waiting(): WaitingQuestions {
    return this.#options.waiting;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#scheduler[Symbol.dispose]();
    await this.runs.end();
    await this.#records[Symbol.asyncDispose]();
    for (const off of this.#offs) off();
    this.#isReady = false;
  }

  #loadWords(): void {
    if (this.#words) return;
    this.#words = noWords;
    void loadCronWords().then((words) => {
      this.#words = words;
      this.announce();
    });
  }

  #all(): readonly TaskPlan[] {
    return this.#plans.all(this.#options.workspaces.all());
  }

  /** @throws AppError NOT_FOUND */
  #find({ workspace, folder }: TaskId): TaskPlan {
    const found = this.#all().find(({ id }) => id.workspace === workspace && id.folder === folder);
    if (found) return found;
    const advice = 'Open its workspace in Workspaces, and look whether its TASK.md is still there';
    throw new AppError('NOT_FOUND', `There is no task ${folder} in ${workspace}`, { where: folder, advice });
  }

  async #current(id: TaskId, isByPerson: boolean): Promise<TaskPlan> {
    await this.#options.workspaces.refresh(id.workspace);
    const plan = this.#find(id);
    const { problem } = plan.source;
    if (problem !== undefined) throw new AppError('INVALID_INPUT', problem, { where: plan.source.file });
    const no = runRefusal(plan, isByPerson ? { state: 'on' } : taskState(plan, this.#enabled));
    if (no) throw no;
    return plan;
  }

  #changeRun(run: string, change: Partial<ScheduleRun>): void {
    this.log.set(run, change);
    if (change.state !== undefined) this.#notices.remove(run);
    if (change.state === 'waiting') {
      this.#notices.tellWaiting(run, this.log.run(run)?.name, change.line);
    }
    this.announce();
  }
}
