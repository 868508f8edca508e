import type { ActionTable } from '../state/action-table.ts';

export const promptActions = {
  'prompts.new': { title: 'New prompt', group: 'Prompts', fromAnywhere: true },
  'prompts.save': { title: 'Save version', group: 'Prompts', keys: 'Mod+S' },
  'prompts.send': { title: 'Send to model', group: 'Prompts' },
  'prompts.versions': { title: 'Compare versions', group: 'Prompts' },
  'prompts.case': { title: 'Save as case', group: 'Prompts' },
  'prompts.refresh': { title: 'Read the prompt store again', group: 'Prompts', fromAnywhere: true },
} as const satisfies ActionTable;
