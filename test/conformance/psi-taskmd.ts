import { readTask } from '../../src-main/workspaces/layout/task-file.ts';
import { comparing } from './compare-cases.ts';

/** Suite about the content of a TASK.md, by real YAML, and whether it can be scheduled. */
export const psiTaskmd = comparing((input) => {
  const { meta, body, schedulable } = readTask((input as { readonly text: string }).text);
  return { meta, body, schedulable };
});
