import { dollars } from '#core/text/dollars';
import type { AnsweringModel } from '../turn/answering-model.ts';
import { askPerson } from '../turn/ask-person.ts';
import type { AskingContext } from '../turn/turn-context.ts';
import { priceOf } from './meter.ts';

export type SpendingDecision =
  | { readonly isAllowed: true; readonly cause: string | undefined }
  | { readonly isAllowed: false };

/**
 * Decides before a request whether the session may cost more. A request that starts below the cap may end above it; the
 * next one then asks. If no price is known for the model, or its server never says what it uses, the person decides once per profile.
 */
export async function maySpend(
  context: AskingContext,
  answering: AnsweringModel,
  cause?: string,
): Promise<SpendingDecision> {
  const cap = context.spendingCap();
  const { profile, client } = answering;
  if (cap === undefined || !profile) return { isAllowed: true, cause };
  const { spending } = context.conversation;
  const { cost: spent, isCostComplete } = spending.meter;
  const isPriced = priceOf(context.prices(), client.model) !== undefined;
  const isChecked = isPriced && !spending.isUnmetered(profile.name);
  let last = cause;
  if (!isChecked && !spending.isAllowedUnchecked(profile.name)) {
    const doubt = isPriced ? 'its server does not say what a reply uses' : `no price is set for ${client.model}`;
    const why = `The spending cap of ${dollars(cap)} cannot be checked for profile ${profile.name}: ${doubt}`;
    const subject = { kind: 'spending', spent, cap, isComplete: false } as const;
    const more = { unchecked: profile.name };
    const answer = await askPerson(context, { tool: 'spending', subject, why, more }, cause);
    if (answer === undefined) return { isAllowed: false };
    last = answer;
  }
  if (spent < Math.max(cap, spending.allowed)) return { isAllowed: true, cause: last };
  const atLeast = isCostComplete ? '' : 'at least ';
  const why = `This session has cost ${atLeast}${dollars(spent)}; its spending cap is ${dollars(cap)}`;
  const subject = { kind: 'spending', spent, cap, isComplete: isCostComplete } as const;
  const answer = await askPerson(context, { tool: 'spending', subject, why }, last);
  return answer === undefined ? { isAllowed: false } : { isAllowed: true, cause: answer };
}
