import { integer, number, optionalFlag, optionalText, text } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';
import { RuleSubject } from './rule-subject.ts';

/** Subject to try in the rule tester. */
export const Trial = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), command: text.max(1_000_000), cwd: optionalText }),
  z.strictObject({ kind: z.literal('file'), access: z.enum(['read', 'write', 'delete']), path: text.min(1) }),
  z.strictObject({
    kind: z.literal('tool'),
    provider: text,
    tool: text,
    arguments: z.record(text, text),
  }),
]);
export type Trial = z.infer<typeof Trial>;

/** Effect that an allow rule would have had on past decisions. */
export const Rehearsal = z.object({
  /** Past calls that were looked at. */
  looked: integer,
  wouldAllow: integer,
  /** Number of those that a person had refused. */
  refused: integer,
  /** The newest of them. */
  examples: z.array(z.object({ text: text, at: number, decided: z.enum(['allow', 'refuse', 'withdrawn']) })),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** Effect that a rule, together with others, would have had on past decisions. */
export const TriedRules = Rehearsal.extend({
  /** Whether the question that was named would not have been asked with them. */
  covers: optionalFlag,
});
export type TriedRules = z.infer<typeof TriedRules>;

export const ProposedRule = z.object({
  subject: RuleSubject,
  words: text,
  /** The part of the line that it is for, as written; absent if there is but one rule. */
  part: optionalText,
});
export type ProposedRule = z.infer<typeof ProposedRule>;

/** Rules that together would have kept a question from being asked, one for each part of the line that asks. */
export const RuleProposal = z.object({ rules: z.array(ProposedRule).min(1), rehearsal: Rehearsal });
export type RuleProposal = z.infer<typeof RuleProposal>;
