import type { CallPlan, PolicyAnswer } from './tool.ts';

/** A program of elsewhere that calls our tools, and what the person lets it do without being asked. */
export interface Caller {
  /** Name the program gave itself. */
  readonly name: string;
  /** `rules`: what rules and mode allow. `reads`: only what of that reads. `nothing`: every call is asked about. */
  readonly lets: 'nothing' | 'reads' | 'rules';
}

const WHY = {
  nothing: 'every call of it is asked about',
  reads: 'only reading is free for it',
} as const;

/** The policy's answer, with a question in place of an allowance that the caller does not have. What is denied stays so. */
export function answerFor(caller: Caller | undefined, plan: CallPlan, answer: PolicyAnswer): PolicyAnswer {
  const { judgement } = answer;
  if (!caller || caller.lets === 'rules' || judgement.verdict !== 'allow') return answer;
  if (caller.lets === 'reads' && isReadingPlan(plan, judgement)) return answer;
  const why = `The MCP client “${caller.name}” asks: ${WHY[caller.lets]}`;
  const { rule: _, ...rest } = judgement;
  // No rule could allow it, and a rehearsal of rules has nothing to learn from it.
  return { judgement: { ...rest, verdict: 'ask', tier: 'default', why, canBeAllowed: false } };
}

function isReadingPlan({ effects }: CallPlan, { tier, sandbox }: PolicyAnswer['judgement']): boolean {
  return effects === 'reads' || tier === 'preset' || sandbox === 'read-only';
}
