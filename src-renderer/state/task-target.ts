/** Prefix of a navigation target that means the tasks of a workspace, instead of the workspace alone. */
const OF_TASKS = 'schedules:';
/** No path has it. */
const BETWEEN = '\0';

export interface TaskPlace {
  /** Path of the workspace; the first one where it is empty. */
  readonly workspace: string;
  /** Name of the task's folder, to edit its file. */
  readonly folder?: string | undefined;
}

/** The target in Workspaces that shows the tasks of a workspace, or edits one of them. */
export function taskTarget({ workspace, folder }: TaskPlace): string {
  return `${OF_TASKS}${workspace}${folder === undefined ? '' : `${BETWEEN}${folder}`}`;
}

/** Parses a target of Workspaces that concerns tasks; undefined for others. */
export function taskPlaceOf(target: string): TaskPlace | undefined {
  if (!target.startsWith(OF_TASKS)) return undefined;
  const [workspace = '', folder] = target.slice(OF_TASKS.length).split(BETWEEN);
  return { workspace, folder };
}
