import type { PermissionMode, Subject, Warning } from '#contract';
import type { Rulebook } from '../rules/rulebook.ts';

/** Everything a decision depends on, except what the disk says about the paths in a command. */
export interface PolicyContext {
  readonly subject: Subject;
  readonly tool: string;
  readonly isOutside: boolean;
  /** Reason why the plan itself requires a person's answer. */
  readonly alwaysAsk: string | undefined;
  /** The worst that the plan warned of. */
  readonly warned: Warning['level'] | undefined;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly mode: PermissionMode;
  readonly rulebook: Rulebook;
  /** Whether proven commands can run in a sandbox, and are to. */
  readonly hasSandbox: boolean;
  /** Whether the box works in which everything runs that is allowed; without it, rules let commands run outside as they say. */
  readonly hasBox: boolean;
}
