import { type Analysis, analyseSafely } from '#shell-analysis';
import type { LineFindings } from './decide/decide.ts';
import type { ReplacedFiles } from './decide/facts.ts';
import type { PolicyContext } from './decide/policy-context.ts';
import { lookAtCommand } from './look-at-command.ts';

/** Foresees what a line replaces of protected files; undefined if nothing, or if it cannot be determined. */
export type ReplacedFilesFinder = (line: {
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
}) => Promise<ReplacedFiles | undefined>;

export interface LookPorts {
  /** Analyses a command line; `analyseSafely` by default. */
  readonly analyse?: ((line: string) => Promise<Analysis>) | undefined;
  readonly foresee?: ReplacedFilesFinder | undefined;
}

/** Looks at the disk for what a decision needs; a subject other than a command needs nothing of it. What git would replace matters in the box alone, and nothing is replaced in Read only. */
export async function lookAt(
  known: PolicyContext,
  { analyse = analyseSafely, foresee }: LookPorts,
): Promise<LineFindings | undefined> {
  const { subject, workspace, mode, hasBox, rulebook } = known;
  if (subject.kind !== 'command') return undefined;
  const { command, cwd } = subject;
  const { home, own } = rulebook;
  const findings = await lookAtCommand(await analyse(command), { workspace, cwd, home, own });
  const { facts, checks } = findings;
  const isAsked = hasBox && mode !== 'read-only' && !facts.diskFacts.proof.line.isProven;
  const replaced = isAsked ? await foresee?.({ command, cwd, workspace }) : undefined;
  return replaced ? { facts: { ...facts, diskFacts: { ...facts.diskFacts, replaced } }, checks } : findings;
}
