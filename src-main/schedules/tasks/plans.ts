import type { TaskId } from '#contract';
import type { TaskSource, TaskWorkspace } from '../ports.ts';
import { readTimes, ScheduleTimes } from '../times/schedule-times.ts';
import { taskKey } from './task-key.ts';

/** A task, and when it runs. */
export interface TaskPlan {
  readonly id: TaskId;
  readonly workspace: TaskWorkspace;
  readonly source: TaskSource;
  /** Times of its pattern; absent if it has none, or one that cannot be used. */
  readonly times?: ScheduleTimes;
  /** Reason why it cannot be switched on. */
  readonly problem?: string;
}

interface ParsedPlan extends Pick<TaskPlan, 'times' | 'problem'> {
  readonly hash: string;
}

/** Tasks of the open workspaces; a pattern is read again when its file is another. */
export class Plans {
  readonly #known = new Map<string, ParsedPlan>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  all(workspaces: readonly TaskWorkspace[]): readonly TaskPlan[] {
    return workspaces.flatMap((workspace) => workspace.tasks.map((source) => this.of(workspace, source)));
  }

  of(workspace: TaskWorkspace, source: TaskSource): TaskPlan {
    const id = { workspace: workspace.path, folder: source.folder };
    const key = taskKey(id);
    const known = this.#known.get(key);
    const read = known?.hash === source.hash ? known : { hash: source.hash, ...timesOf(source, this.#now()) };
    this.#known.set(key, read);
    const { hash: _hash, ...times } = read;
    return { id, workspace, source, ...times };
  }
}

/** Determines when a task runs, or why it cannot. */
export function timesOf(
  { settings, lines, problem }: Pick<TaskSource, 'settings' | 'lines' | 'problem'>,
  now: number,
): Pick<TaskPlan, 'times' | 'problem'> {
  if (problem !== undefined) return { problem };
  const { cron, timezone } = settings;
  if (cron === undefined)
    return { problem: 'It has no cron, so it never runs by itself; add one such as cron: "0 9 * * *"' };
  const times = readTimes(cron, timezone);
  if (!(times instanceof ScheduleTimes)) {
    const { part, message } = times;
    const what = part === 'cron' ? `The cron "${cron}"` : 'The timezone';
    return { problem: `${inLine(lines?.[part])}${what} cannot be used: ${message}` };
  }
  if (times.next(now, 1).length > 0) return { times };
  return { problem: `${inLine(lines?.cron)}The cron "${cron}" never comes: no date has this day in this month` };
}

const inLine = (line: number | undefined) => (line === undefined ? '' : `Line ${line}: `);
