import type { Schedule, ScheduleRun } from '#contract';
import type { RunLog } from '../inbox/run-log.ts';
import type { CronWords } from './cron-words.ts';
import type { EnabledTasks } from './enabled-tasks.ts';
import type { TaskPlan } from './plans.ts';
import { taskKey } from './task-key.ts';

/** Runs that a row names. */
const NEXT = 3;

interface ViewContext {
  readonly enabled: EnabledTasks;
  readonly log: RunLog;
  readonly words: CronWords;
  readonly now: number;
}

/** State of a task. */
export function taskState(
  { id, source, workspace, problem }: TaskPlan,
  enabled: EnabledTasks,
): Pick<Schedule, 'state' | 'reason'> {
  const hash = enabled.find(taskKey(id))?.hash;
  if (problem !== undefined) return { state: 'broken', reason: problem };
  if (hash === undefined) return { state: 'off' };
  if (hash !== source.hash) return { state: 'changed', reason: 'Its file has changed since you switched it on' };
  if (workspace.unusable === undefined) return { state: 'on' };
  return { state: 'unavailable', reason: `${workspace.unusable}; its times count as missed until then` };
}

/** A task as its row shows it. */
export function scheduleOf(plan: TaskPlan, known: ViewContext): Schedule {
  const { id, source, workspace, times } = plan;
  const { name, file, description, text, hash } = source;
  const { accounted, missed, last } = known.log.task(id);
  const standing = taskState(plan, known.enabled);
  // What ran already does not run again, where the clock was set back.
  const after = standing.state === 'on' ? Math.max(known.now, accounted ?? 0) : known.now;
  return {
    ...id,
    file,
    workspaceName: workspace.name,
    name,
    description,
    hash,
    text,
    ...settingsOf(plan, known.words),
    ...standing,
    next: [...(times?.next(after, NEXT) ?? [])],
    ...(last && { last }),
    ...(isOpen(last) && { running: last.id }),
    ...(missed && { missed: { count: missed.count, first: missed.first, last: missed.last } }),
  };
}

type ViewKey =
  | 'inBranch'
  | 'conversation'
  | 'approvals'
  | 'budget'
  | 'cron'
  | 'cronWords'
  | 'timezone'
  | 'missedPolicy'
  | 'profile';

function settingsOf({ source: { settings }, times }: TaskPlan, words: CronWords): Pick<Schedule, ViewKey> {
  const { cron, timezone, missed: missedPolicy, profile, conversation, approvals, budget, inBranch } = settings;
  const cronWords = times && cron !== undefined ? words(cron) : undefined;
  return {
    conversation,
    approvals,
    budget,
    ...(cron !== undefined && { cron }),
    ...(cronWords !== undefined && { cronWords }),
    ...(timezone !== undefined && { timezone }),
    ...(missedPolicy && { missedPolicy }),
    ...(profile !== undefined && { profile }),
    ...(inBranch && { inBranch }),
  };
}

const isOpen = (run: ScheduleRun | undefined): run is ScheduleRun =>
  run?.state === 'running' || run?.state === 'waiting';

/** Compares two schedules: those that run soonest first; those that never do last. */
export function bySoonest(one: Schedule, other: Schedule): number {
  const [first = Number.POSITIVE_INFINITY] = one.next;
  const [second = Number.POSITIVE_INFINITY] = other.next;
  if (first !== second) return first - second;
  return one.name < other.name ? -1 : Number(one.name > other.name);
}
