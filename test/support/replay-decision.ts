import { z } from 'zod';
import { type AnyLedgerEvent, type Judgement, Rule, Subject } from '#contract';
import { knownEvent } from '#ledger';
import type { DecisionBasis } from '#tools';
import type { PolicyContext } from '../../src-main/approvals/decide/policy-context.ts';
import { decideAgain, diskFactsOf } from '../../src-main/approvals/decide-again.ts';

const KeptRulebook = z.object({
  user: z.array(Rule),
  workspace: z.array(Rule),
  home: z.string(),
  own: z.array(z.string()),
});

interface ReplayResult {
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
  const again = await decideAgain(recordedContext(judged, rulebook), diskFactsOf(judged));
  if (by === 'person') return { verdict: 'ask', tier: judged.tier, again };
  return { verdict: verdict === 'allow' ? 'allow' : 'deny', tier: judged.tier, again };
}

function recordedContext(judged: DecisionBasis, rulebook: PolicyContext['rulebook']): PolicyContext {
  const { isOutside, alwaysAsk, warned, workspace, mode, hasSandbox, hasBox = false, tool = '' } = judged;
  const subject = Subject.parse(judged.subject);
  return { subject, tool, isOutside, alwaysAsk, warned, workspace, mode, rulebook, hasSandbox, hasBox };
}
