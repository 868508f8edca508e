import { z } from 'zod';
import { StoredList } from '#core/files/stored-list';
import type { Logger } from '#core/logger';
import { taskKey } from './task-key.ts';

/** A task that a person switched on, with the hash of the file that they read. */
const EnabledTask = z.object({ workspace: z.string(), folder: z.string(), hash: z.string() });

export type EnabledTasks = StoredList<z.infer<typeof EnabledTask>>;

/** The tasks that are on, by `taskKey`; kept in the data folder. */
export function enabledTasks(file: string, log: Logger): EnabledTasks {
  return new StoredList({
    file,
    log,
    name: 'enabled',
    entry: EnabledTask,
    keyOf: taskKey,
    warning: 'schedules.unreadable',
  });
}
