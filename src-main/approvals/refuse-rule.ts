import type { Judgement, Rule } from '#contract';
import { AppError } from '#core/app-error';
import type { TrialRequest } from './policy.ts';
import { whyRuleIsWrong } from './rules/rule-problems.ts';
import type { Rulebook } from './rules/rulebook.ts';
import { leastTrial, trialRequest } from './trial.ts';

/** Judges a trial by these rules alone. */
export type TrialJudge = (asked: TrialRequest, rules: Pick<Rulebook, 'user' | 'workspace'>) => Promise<Judgement>;

/**
 * Refuses a rule that could never count, since it would only seem to.
 *
 * @throws AppError INVALID_INPUT; DENIED if it would lift a ban
 */
export async function refuseRule(
  given: Pick<Rule, 'verdict' | 'subject'>,
  workspace: string,
  judge: TrialJudge,
): Promise<void> {
  const wrong = whyRuleIsWrong(given);
  if (wrong !== undefined) throw new AppError('INVALID_INPUT', `This rule would never apply: ${wrong}`);
  const trial = given.verdict === 'allow' ? leastTrial(given) : undefined;
  if (trial === undefined) return;
  const rule: Rule = { id: 'new', verdict: given.verdict, subject: given.subject, at: 0 };
  const judgement = await judge(await trialRequest(trial, workspace), { user: [rule], workspace: [] });
  if (judgement.verdict === 'allow') return;
  if (judgement.verdict === 'deny') {
    throw new AppError('DENIED', `No rule can allow this: ${judgement.why}`, {
      advice: 'Built-in bans hold whatever the rules say.',
    });
  }
  const isAlways = judgement.tier === 'always-ask';
  // Of a wrapper with what it runs, this rule is about the wrapper's part; what it runs has a rule of its own, or is asked.
  if (!isAlways && judgement.parts.some((part) => part.rule === rule.id)) return;
  throw new AppError('INVALID_INPUT', `This rule would never apply: ${judgement.why}`, {
    advice: isAlways ? 'This is asked about whatever the rules say.' : 'Name what it needs, or do without the rule.',
  });
}
