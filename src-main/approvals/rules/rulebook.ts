import type { Rule } from '#contract';

/** Rules and settings of a decision that do not depend on the single call; kept by their hash. */
export interface Rulebook {
  readonly user: readonly Rule[];
  readonly workspace: readonly Rule[];
  /** Absolute. */
  readonly home: string;
  /** Absolute paths of what is ours: no agent reads or changes them, nor what lies in them. */
  readonly own: readonly string[];
}

/** Text of a rulebook, equal for equal rulebooks, so that its hash stands for it. */
export function rulebookText({ user, workspace, home, own }: Rulebook): string {
  return `${JSON.stringify({ user, workspace, home, own }, undefined, 1)}\n`;
}
