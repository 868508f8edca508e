import type { Judgement } from '#contract';
import { areSame } from '../traced-disk.ts';
import { type DecisionMemory, decide, type LineFindings } from './decide.ts';
import type { PolicyContext } from './policy-context.ts';

/** The last decision about findings, which is forgotten with them. */
export class LastDecision implements DecisionMemory {
  #last: { readonly known: PolicyContext; readonly judgement: Judgement } | undefined;

  /** Decides as `decide` does; if it was asked the same before, with the same rules, it is the same judgement. */
  decide(known: PolicyContext, looked: LineFindings): Judgement {
    if (this.#last !== undefined && isSame(this.#last.known, known)) return this.#last.judgement;
    const judgement = decide(known, looked);
    this.#last = { known, judgement };
    return judgement;
  }
}

/** Decides as `decide` does, once for the same findings in the same context. */
export function decideOnce(known: PolicyContext, looked: LineFindings | undefined): Judgement {
  return looked?.last === undefined ? decide(known, looked) : looked.last.decide(known, looked);
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
