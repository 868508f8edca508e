import type { ActionTable } from '../state/action-table.ts';

const group = 'Sessions';

/** Actions on sessions, apart from deleted ones. */
export const sessionActions = {
  'sessions.new': { title: 'New session', group, fromAnywhere: true },
  'sessions.compose': { title: 'Go to the composer', group, keys: 'Mod+Shift+Enter' },
  'sessions.compact': { title: 'Compact the history: the model goes on with a summary', group },
  'sessions.reset': { title: 'Have the model forget this conversation', group },
  'sessions.timeline': { title: 'Timeline: the turns of this session and what each changed', group },
  'sessions.find': { title: 'Find in the conversation', group, keys: 'Mod+F' },
  'sessions.copy': { title: 'Copy the conversation', group },
} as const satisfies ActionTable;
