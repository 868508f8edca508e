import type { ActionTable } from '../state/action-table.ts';

const group = 'Activity';

/** Actions on the ledger; exports and the check concern the session that is chosen there, or all. */
export const activityActions = {
  'activity.search': { title: 'Find on the ledger', group, keys: 'Mod+F' },
  'activity.export-json': { title: 'Export the record as JSON', group, fromAnywhere: true },
  'activity.export-markdown': { title: 'Export the record as Markdown', group, fromAnywhere: true },
  'activity.verify': { title: 'Verify the record', group, fromAnywhere: true },
} as const satisfies ActionTable;
