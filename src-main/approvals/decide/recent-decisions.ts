import type { Judgement } from '#contract';
import { RecentValues } from '#core/recent-values';
import { areSame } from '../traced-disk.ts';
import { decide, type LineFindings } from './decide.ts';
import type { PolicyContext } from './policy-context.ts';

interface KeptDecision {
  readonly known: PolicyContext;
  readonly judgement: Judgement;
}

/** The last decision about each of the recent findings. */
const recent = new RecentValues<LineFindings, KeptDecision>({ mostValues: 64, mostUnits: 128 * 1024 });

/** Decides as `decide` does; if it was asked the same before about the same findings, with the same rules, it is the same judgement. */
export function decideOnce(known: PolicyContext, looked: LineFindings | undefined): Judgement {
  if (looked === undefined) return decide(known, looked);
  const before = recent.get(looked);
  if (before !== undefined && isSame(before.known, known)) return before.judgement;
  const judgement = decide(known, looked);
  recent.add(looked, { known, judgement }, looked.facts.analysis.line.length);
  return judgement;
}

/** Whether two contexts of a command are the same. Its line and folder are those of the findings; rules are never changed in place. */
function isSame(one: PolicyContext, other: PolicyContext): boolean {
  const { subject: _, rulebook, ...rest } = one;
  const { rulebook: rules } = other;
  return (
    (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === other[key]) &&
    rulebook.home === rules.home &&
    areSame(rulebook.own, rules.own) &&
    areSame(rulebook.user, rules.user) &&
    areSame(rulebook.workspace, rules.workspace)
  );
}
