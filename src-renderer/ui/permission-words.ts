import type { PermissionMode } from '#contract';

/** In the order of the key that goes through them. */
export const PERMISSIONS: readonly {
  readonly value: PermissionMode;
  readonly name: string;
  readonly meaning: string;
}[] = [
  { value: 'ask', name: 'Ask', meaning: 'Asks about everything that no rule covers' },
  {
    value: 'edits',
    name: 'Edits allowed',
    meaning: 'Changes files inside the workspace without asking; commands still ask',
  },
  {
    value: 'workspace',
    name: 'Workspace',
    meaning:
      'Changes files and runs commands without asking, in a box: they write in the workspace alone, without network or credentials',
  },
  { value: 'read-only', name: 'Read only', meaning: 'Writes nothing; runs only what is proven to read' },
];

export function permissionName(mode: PermissionMode): string {
  return PERMISSIONS.find(({ value }) => value === mode)?.name ?? mode;
}
