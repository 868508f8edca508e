import type { Judgement, Subject } from '#contract';
import type { Policy } from '#tools';

export type PlainVerdict = Pick<Judgement, 'verdict' | 'why'> & Partial<Judgement>;

/** A policy of one function over subjects. */
export function plainPolicy(decide: (subject: Subject) => PlainVerdict): Policy {
  return async ({ plan }) => ({
    judgement: { tier: 'default', parts: [], sandbox: 'none', canBeAllowed: false, ...decide(plan.subject) },
  });
}
