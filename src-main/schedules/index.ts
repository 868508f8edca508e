/** Schedules: tasks of agent workspaces that run by the clock, and the inbox of their runs. */
export { createSchedules, type SchedulesFeature } from './create-schedules.ts';
export type { ChatPort, Clock, MainSession } from './ports.ts';
export { previewTask } from './tasks/preview-task.ts';
