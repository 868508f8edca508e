import { MissedPolicy } from '../schedules.ts';
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
} from '../schema/plain-schemas.ts';
import { SessionId, Timestamp } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { Attendance } from '../turn-progress.ts';

/** A task of a workspace: its real path, and the name of the task's folder in `schedules`. */
const Task = z.object({ workspace: text, folder: text });
const Run = Task.extend({ run: text });
/** Times of a pattern that passed, the first and the last; at most the newest 1,000 are counted. */
const Times = { count: integer.positive(), first: Timestamp, last: Timestamp };

/** Events about scheduled tasks, in the record of their workspace. */
export const scheduleEvents = {
  /** A person switched it on, as its file was then. */
  'schedule.enabled': Task.extend({ name: text, hash: text, cron: text }),
  'schedule.paused': Task,
  /** A run begins: before its message is written. */
  'schedule.started': Run.extend({
    name: text,
    /** Session of the run; absent if none could be created. */
    session: SessionId.optional(),
    /** Time at which the schedule planned the run. */
    plannedAt: Timestamp.optional(),
    by: z.enum(['time', 'missed', 'person']),
    hash: text,
    /** The session is the one that the workspace's tasks share with a person. */
    isMain: optionalFlag,
    /** The copy of the workspace that it works in. */
    branch: optionalText,
    /** Attendance of the session before the run, if the run uses the main conversation. */
    before: Attendance.optional(),
  }),
  /** A run has ended, and what it came to by the record of its session. */
  'schedule.ended': Run.extend({
    turn: optionalText,
    state: z.enum(['done', 'failed', 'over-budget', 'stopped', 'interrupted']),
    line: text,
    files: count,
    addedLines: count,
    removedLines: count,
    tokens: optionalCount,
    cost: number.nonnegative().optional(),
    refused: count,
    /** Time at which it ended, where that could not be recorded then. */
    endedAt: Timestamp.optional(),
  }),
  /** Its time came while it still ran, so it was not run again. */
  'schedule.skipped': Run.extend(Times),
  /** Its time came while nothing could run it; without a policy it stands in the inbox until somebody answers. */
  'schedule.missed': Task.extend({
    name: text,
    ...Times,
    policy: MissedPolicy.optional(),
    /** Times that are run by the policy: what of them has not begun when the app ends stands in the inbox. */
    due: z.array(Timestamp).optional(),
    /** Each time that stands, of runs that waited behind another: what came between them may have run. */
    times: z.array(Timestamp).optional(),
  }),
  'schedule.answered': Task.extend({
    answer: MissedPolicy,
    /** Times that are run by the answer, as those of a policy. */
    due: z.array(Timestamp).optional(),
  }),
  /** A person read runs, or marked all as read. */
  'inbox.read': z.object({ workspace: text, runs: texts }),
  /** Decision to keep the changes of a run. */
  'inbox.kept': z.object({ workspace: text, run: text }),
  /** Undo or redo of a run's changes. */
  'inbox.undone': z.object({ workspace: text, run: text, isUndone: flag }),
} as const;
