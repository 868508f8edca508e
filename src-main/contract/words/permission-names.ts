import type { PermissionMode } from '../rules/rules.ts';

/** Names of the permission modes, as a person reads them and as decisions have them. */
export const PERMISSION_NAMES = {
  ask: 'Ask',
  edits: 'Edits allowed',
  workspace: 'Workspace',
  'read-only': 'Read only',
} as const satisfies Readonly<Record<PermissionMode, string>>;
