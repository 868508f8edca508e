import type { ActionTable } from '../state/action-table.ts';

const group = 'Schedules';

/** Actions on tasks, and on the run that has the focus or is shown. Only those that can be undone have a letter. */
export const scheduleActions = {
  'schedules.inbox': { title: 'Go to the inbox', group, fromAnywhere: true },
  'schedules.tasks': { title: 'Go to the scheduled tasks', group, fromAnywhere: true },
  'schedules.new': { title: 'New scheduled task', group, fromAnywhere: true },
  'schedules.accept': { title: 'Accept what the run did in its branch', group, keys: 'A' },
  'schedules.drop': { title: 'Drop the branch of the run', group },
  'schedules.restore': { title: 'Restore the branch of the run', group },
  'schedules.keep': { title: 'Keep what the run did', group, keys: 'K' },
  'schedules.undo': { title: 'Undo the run', group, keys: 'U' },
  'schedules.redo': { title: 'Redo the run', group, keys: 'R' },
  'schedules.chat': { title: 'Go on with the run in chat', group, keys: 'C' },
  'schedules.again': { title: 'Run the task of the run again', group },
  'schedules.stop': { title: 'Stop the run', group },
  'schedules.read': { title: 'Mark all runs as read', group },
} as const satisfies ActionTable;
