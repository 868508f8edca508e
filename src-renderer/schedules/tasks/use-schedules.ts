import { createContext, useContext } from 'react';
import type { Schedule } from '#contract';
import { type LiveState, useLive } from '../../state/use-live.ts';

/** The tasks of all workspaces, those that run soonest first. */
export function useSchedules(): LiveState<readonly Schedule[]> {
  return useLive((api, signal) => api.schedules.changed(undefined, { signal }), []);
}

export interface TaskControls {
  /** Opens what a task is, to be read before it is switched on. */
  readonly readTask: (task: Schedule) => void;
  /** Shows a run in the inbox. */
  readonly openRun: (run: string) => void;
  /** Hashes of texts that were switched on in this app before, by task. */
  readonly hasRead: (task: Schedule) => boolean;
}

export const TaskDeskContext = createContext<TaskControls>({
  readTask: () => {},
  openRun: () => {},
  hasRead: () => false,
});

/** Provides the targets of the table's rows. */
export const useTaskDesk = (): TaskControls => useContext(TaskDeskContext);
