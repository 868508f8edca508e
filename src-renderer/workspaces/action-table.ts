import type { ActionTable } from '../state/action-table.ts';

export const workspaceActions = {
  'workspaces.new': { title: 'New workspace', group: 'Workspaces', fromAnywhere: true },
  'workspaces.openImage': { title: 'Open image', group: 'Workspaces', fromAnywhere: true },
  'workspaces.pack': { title: 'Pack this workspace', group: 'Workspaces' },
  'workspaces.snapshot': { title: 'Snapshot of this workspace', group: 'Workspaces' },
  'workspaces.open': { title: 'Open folder as a workspace', group: 'Workspaces', fromAnywhere: true },
} as const satisfies ActionTable;
