import type { TaskId } from '#contract';

/** One text for a task; no path and no name has a NUL. */
export const taskKey = ({ workspace, folder }: TaskId): string => `${workspace}\0${folder}`;
