import type { Judgement } from '#contract';
import { analyseSafely } from '#shell-analysis';
import type { DecisionBasis } from '#tools';
import { decide } from './decide/decide.ts';
import type { DiskFacts } from './decide/facts.ts';
import type { PolicyContext } from './decide/policy-context.ts';
import { lookedBefore } from './look-at-command.ts';
import { NOTHING_PROVEN, proofOnRecord } from './proof.ts';

const NOTHING_KNOWN: DiskFacts = { proof: NOTHING_PROVEN, links: {} };

/** The decision again, without the disk. */
export async function decideAgain(known: PolicyContext, diskFacts: DiskFacts | undefined): Promise<Judgement> {
  const { subject, workspace, rulebook } = known;
  if (subject.kind !== 'command') return decide(known, undefined);
  const { home, own } = rulebook;
  const analysis = await analyseSafely(subject.command);
  return decide(known, lookedBefore(analysis, { workspace, cwd: subject.cwd, home, own }, diskFacts ?? NOTHING_KNOWN));
}

export const diskFactsOf = ({
  proof,
  links,
  targetFolders,
  absent,
  globs,
  scripts,
  replaced,
}: DecisionBasis): DiskFacts | undefined =>
  proof && { proof: proofOnRecord(proof), links: links ?? {}, targetFolders, absent, globs, scripts, replaced };
