import type { ForkOrigin, PermissionMode } from '#contract';

export interface NewSession {
  readonly title?: string | undefined;
  /** Absolute path of its workspace. */
  readonly workspace?: string | undefined;
  /** The session whose conversation it begins with. */
  readonly forkOf?: ForkOrigin | undefined;
  /** Permission mode that it begins with, unless the one of new sessions asks more. */
  readonly permission?: PermissionMode | undefined;
}

/** Modes by what they let happen without a question, the least first. */
const STRICTEST_FIRST: readonly PermissionMode[] = ['read-only', 'ask', 'edits', 'workspace'];

/** The mode of the two that lets less happen without a question. */
export function stricterMode(one: PermissionMode, other: PermissionMode): PermissionMode {
  return STRICTEST_FIRST.find((mode) => mode === one || mode === other) ?? 'ask';
}
