import {
  count,
  flag,
  integer,
  number,
  optionalCount,
  optionalFlag,
  optionalText,
  text,
  texts,
} from './schema/plain-schemas.ts';
import { procedure, SessionId, stream, Timestamp, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';
import { UnattendedQuestions } from './turn-progress.ts';

/** Policy for runs whose time passed while nothing could run them. */
export const MissedPolicy = z.enum(['skip', 'once', 'all']);
export type MissedPolicy = z.infer<typeof MissedPolicy>;

/** Budget of one run; it is ended at the first limit that is reached. */
export const RunBudget = z.object({
  /** Time it works, without the time it waits for answers. */
  seconds: number.positive().optional(),
  tokens: integer.positive().optional(),
  /** Most that a run may cost, in US dollars. */
  cost: number.positive().optional(),
});
export type RunBudget = z.infer<typeof RunBudget>;

/** The copy of its workspace that a run worked in. `taken`: a person began to take what it changed; `dropped`: it is in the trash. */
export const RunBranch = z.object({ id: text, state: z.enum(['open', 'taken', 'dropped']) });
export type RunBranch = z.infer<typeof RunBranch>;

export const TaskId = z.object({
  workspace: WorkspacePath,
  /** Name of its folder in `schedules`. */
  folder: text.min(1).max(255),
});
export type TaskId = z.infer<typeof TaskId>;

/** One run of a task: an entry of the inbox. */
export const ScheduleRun = TaskId.extend({
  id: text,
  name: text,
  session: SessionId.optional(),
  /** The turn that it is, once it has begun. */
  turn: optionalText,
  /** Time at which the schedule planned the run; absent if a person started it. */
  plannedAt: Timestamp.optional(),
  startedAt: Timestamp,
  endedAt: Timestamp.optional(),
  by: z.enum(['time', 'missed', 'person']),
  /** `waiting`: for an answer of a person. `interrupted`: the app ended first. */
  state: z.enum(['running', 'waiting', 'done', 'failed', 'over-budget', 'stopped', 'interrupted']),
  /** The answer's first line, or why there is none. */
  line: text,
  files: count,
  addedLines: count,
  removedLines: count,
  tokens: optionalCount,
  /** Cost in US dollars, if known. */
  cost: number.nonnegative().optional(),
  isRead: flag,
  /** A person said that what it did is to stand. */
  isKept: flag,
  isUndone: flag,
  /** Questions that were answered no. */
  refused: count,
  /** Branch it worked in; absent if it worked in the workspace itself. */
  branch: RunBranch.optional(),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

export const ScheduleRunDetail = ScheduleRun.extend({
  /** The whole answer, Markdown. */
  answer: text,
  /** Instruction from the task to the agent. */
  text: text,
  refusals: z.array(z.object({ title: text, why: text })),
  /** The questions that wait now, by id, as in `approvals.waiting`. */
  questions: texts,
});
export type ScheduleRunDetail = z.infer<typeof ScheduleRunDetail>;

/** A task as its row shows it. */
export const Schedule = TaskId.extend({
  /** Relative to the workspace. */
  file: text,
  workspaceName: text,
  name: text,
  description: text,
  /** Cron pattern as written, and as a sentence; both absent if the task has none. */
  cron: optionalText,
  cronWords: optionalText,
  /** Name of the tz database; that of the machine where absent. */
  timezone: optionalText,
  /**
   * `off`: it was never switched on. `changed`: it was on, and its file has changed since. `broken`, `unavailable`: see
   * `reason`.
   */
  state: z.enum(['off', 'on', 'changed', 'broken', 'unavailable']),
  reason: optionalText,
  /** Hash of the file as it is now: what a person has read. */
  hash: text,
  text: text,
  /** The next three, the soonest first; what they would be, where it is off. */
  next: z.array(Timestamp),
  conversation: z.enum(['own', 'main']),
  approvals: UnattendedQuestions,
  /** Policy for missed runs; absent if the file names none: they then wait for an answer. */
  missedPolicy: MissedPolicy.optional(),
  budget: RunBudget,
  profile: optionalText,
  /** Each run works in a copy of the workspace. */
  inBranch: optionalFlag,
  running: optionalText,
  last: ScheduleRun.optional(),
  /** Missed runs that are still to be decided; `count` is at most 1,000. */
  missed: z.object({ count: integer.positive(), first: Timestamp, last: Timestamp }).optional(),
});
export type Schedule = z.infer<typeof Schedule>;

/** The newest runs, and how many more there are. */
export const Inbox = z.object({
  runs: z.array(ScheduleRun).readonly(),
  older: count,
  unread: count,
});
export type Inbox = z.infer<typeof Inbox>;

const byRun = z.object({ run: text.min(1).max(100) });

export const schedulesContract = {
  /** Every task of the open agent workspaces, those that run soonest first: now, and whenever one changes. */
  changed: stream(z.array(Schedule).readonly()),
  /**
   * Enables a task, which then runs by its pattern. Fails with CONFLICT if the file is no longer `hash`, INVALID_INPUT
   * for a pattern that cannot be used.
   */
  enable: procedure.input(TaskId.extend({ hash: text })).output(z.void()),
  pause: procedure.input(TaskId).output(z.void()),
  /** Runs it now, whatever its pattern. Fails with CONFLICT while it runs or its workspace is restricted. */
  runNow: procedure.input(TaskId).output(byRun),
  /** Answers what it missed. Fails with NOT_FOUND if nothing is. */
  answerMissed: procedure.input(TaskId.extend({ answer: MissedPolicy })).output(z.void()),
  /** The newest runs: now, and whenever one changes. */
  inbox: stream(Inbox).input(z.object({ most: integer.min(1).max(10_000).default(100) }).default({ most: 100 })),
  run: stream(ScheduleRunDetail).input(byRun),
  /** Marks runs as read; all of them if none is named. */
  read: procedure.input(z.object({ runs: texts.max(10_000).optional() })).output(z.void()),
  /**
   * Continues in the run's conversation as a person, who answers its questions from now on, if they had no one to
   * answer them.
   */
  goOn: procedure.input(byRun).output(z.void()),
  /** Keeps the changes of a run. */
  keep: procedure.input(byRun).output(z.void()),
  /**
   * Proposes all that its branch changed as changes of the workspace, to be reviewed in Changes; answers when that is
   * on the record. Fails with CONFLICT if it changed nothing, works still, or is in the trash, LIMIT_EXCEEDED if it
   * changed more than 5,000 paths.
   */
  accept: procedure.input(byRun).output(z.object({ session: SessionId, turn: text })),
  /** Runs its task once more, as it is now. Fails as `runNow`. */
  again: procedure.input(byRun).output(byRun),
  /** Ends it; what it did until then stays and can be undone. */
  stop: procedure.input(byRun).output(z.void()),
};
