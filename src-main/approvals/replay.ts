import { z } from 'zod';
import { type AnyLedgerEvent, type Judgement, Rule, Subject } from '#contract';
import { knownEvent } from '#ledger';
import { analyseSafely } from '#shell-analysis';
import type { DecisionBasis } from '#tools';
import { decide } from './decide/decide.ts';
import type { DiskFacts } from './decide/facts.ts';
import type { PolicyContext } from './decide/policy-context.ts';
import { lookedBefore } from './look-at-command.ts';
import { NOTHING_PROVEN, proofOnRecord } from './proof.ts';

const KeptRulebook = z.object({
  user: z.array(Rule),
  workspace: z.array(Rule),
  home: z.string(),
  own: z.array(z.string()),
});

const NOTHING_KNOWN: DiskFacts = { proof: NOTHING_PROVEN, links: {} };

/** The decision again, without the disk. */
export async function decideAgain(known: PolicyContext, world: DiskFacts | undefined): Promise<Judgement> {
  const { subject, workspace, rulebook } = known;
  if (subject.kind !== 'command') return decide(known, undefined);
  const { home, own } = rulebook;
  const analysis = await analyseSafely(subject.command);
  return decide(known, lookedBefore(analysis, { workspace, cwd: subject.cwd, home, own }, world ?? NOTHING_KNOWN));
}

export interface ReplayResult {
  /** Verdict on the record. */
  readonly verdict: Judgement['verdict'];
  readonly tier: Judgement['tier'];
  /** Judgement of the same call now. */
  readonly again: Judgement;
}

/**
 * Makes a recorded decision again from what its event says and the rules that it was made with; undefined for events that are no
 * decision, or were made without rules. What the record blanks as a secret is judged as it stands there.
 */
export async function replayDecision(
  event: AnyLedgerEvent,
  rulesOf: (hash: string) => Promise<string>,
): Promise<ReplayResult | undefined> {
  const known = knownEvent(event);
  if (known?.type !== 'approval.decided' || known.data.judged === undefined) return undefined;
  const { by, verdict, judged } = known.data;
  const rulebook = KeptRulebook.parse(JSON.parse(await rulesOf(judged.rules)));
  const again = await decideAgain(recordedContext(judged, rulebook), worldOf(judged));
  if (by === 'person') return { verdict: 'ask', tier: judged.tier, again };
  return { verdict: verdict === 'allow' ? 'allow' : 'deny', tier: judged.tier, again };
}

export function recordedContext(judged: DecisionBasis, rulebook: PolicyContext['rulebook']): PolicyContext {
  const { isOutside, alwaysAsk, warned, workspace, mode, hasSandbox, hasBox = false, tool = '' } = judged;
  const subject = Subject.parse(judged.subject);
  return { subject, tool, isOutside, alwaysAsk, warned, workspace, mode, rulebook, hasSandbox, hasBox };
}

export const worldOf = ({ proof, links, globs, scripts, replaced }: DecisionBasis): DiskFacts | undefined =>
  proof && { proof: proofOnRecord(proof), links: links ?? {}, globs, scripts, replaced };
