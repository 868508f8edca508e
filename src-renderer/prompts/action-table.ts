import type { ActionTable } from '../state/action-table.ts';

export const promptActions = {
  'prompts.new': { title: 'New prompt', group: 'Prompts', fromAnywhere: true },
  'prompts.save': { title: 'Save version', group: 'Prompts', keys: 'Mod+S' },
  'prompts.send': { title: 'Send to model', group: 'Prompts' },
  'prompts.versions': { title: 'Compare versions', group: 'Prompts' },
  'prompts.duplicate': { title: 'Duplicate prompt', group: 'Prompts' },
  'prompts.rename': { title: 'Rename prompt', group: 'Prompts' },
  'prompts.export': { title: 'Export prompt as JSON', group: 'Prompts' },
  'prompts.delete': { title: 'Delete prompt', group: 'Prompts' },
  'prompts.case': { title: 'Save as case', group: 'Prompts' },
  'prompts.refresh': { title: 'Read the prompt store again', group: 'Prompts', fromAnywhere: true },
} as const satisfies ActionTable;
