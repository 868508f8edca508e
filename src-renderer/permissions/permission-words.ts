import type { PermissionMode } from '#contract';
import { PERMISSION_NAMES } from '#contract/permission-names';

/** Permission modes in the order in which the key cycles through them. */
export const PERMISSIONS: readonly {
  readonly value: PermissionMode;
  readonly name: string;
  readonly meaning: string;
}[] = [
  { value: 'ask', name: PERMISSION_NAMES.ask, meaning: 'Asks about everything that no rule covers' },
  {
    value: 'edits',
    name: PERMISSION_NAMES.edits,
    meaning: 'Changes files inside the workspace without asking; commands still ask',
  },
  {
    value: 'workspace',
    name: PERMISSION_NAMES.workspace,
    meaning:
      'Changes files and runs commands without asking, in a box: they write in the workspace alone, without network or credentials',
  },
  {
    value: 'read-only',
    name: PERMISSION_NAMES['read-only'],
    meaning: 'Writes nothing; runs only what is proven to read',
  },
];

export function permissionName(mode: PermissionMode): string {
  return PERMISSION_NAMES[mode];
}
