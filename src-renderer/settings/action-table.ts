import type { ActionTable } from '../state/action-table.ts';

export const settingsActions = {
  'settings.search': { title: 'Find a setting', group: 'Settings', keys: 'Mod+F' },
  'settings.adapter': { title: 'Shell Adapter: commands of other programs', group: 'Settings', fromAnywhere: true },
} as const satisfies ActionTable;
