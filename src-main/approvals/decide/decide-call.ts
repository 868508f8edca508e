import type { Judgement, Rule, Subject } from '#contract';
import { PERMISSION_NAMES } from '#contract/permission-names';
import { roundedText } from '#tools';
import { type DraftVerdict, judgementOf, verdictByRule } from './draft-verdict.ts';
import type { PolicyContext } from './policy-context.ts';

type Call = Extract<Subject, { kind: 'call' }>;

export const ANY_TOOL = '*';

/** Decides about a call of a provider's tool. */
export function decideCall(subject: Call, known: PolicyContext): Judgement {
  const { tool, alwaysAsk, mode } = known;
  const text = `${tool} of ${subject.provider}`;
  const asked = (tier: DraftVerdict['tier'], why: string, canBeAllowed = false): DraftVerdict => {
    return { text, verdict: 'ask', tier, why, canBeAllowed };
  };
  const denied = ruleFor('deny', text, subject, known);
  if (denied) return judgementOf([denied]);
  if (alwaysAsk !== undefined) return judgementOf([asked('always-ask', alwaysAsk)]);
  if (mode === 'read-only') return judgementOf([asked('mode', 'In Read only, nothing proves that it only reads')]);
  const allowed = ruleFor('allow', text, subject, known);
  if (allowed) return judgementOf([allowed]);
  return callByMode(text, subject, known) ?? judgementOf([asked('default', `No rule allows ${text}`, true)]);
}

/** Code of a trusted workspace that runs in its box can do no more than a command that stays there; with the network it is asked about. */
function callByMode(text: string, { code }: Call, { mode, warned }: PolicyContext): Judgement | undefined {
  if (mode !== 'workspace' || code?.box !== 'workspace') return undefined;
  const by = { text, tier: 'mode', rule: PERMISSION_NAMES.workspace } as const;
  if (warned === 'caution' || warned === 'danger') {
    const why = 'It stays in the box, but there is something to see here first';
    return judgementOf([{ ...by, verdict: 'ask', why, canBeAllowed: true }]);
  }
  return judgementOf([{ ...by, verdict: 'allow', why: 'It runs in the box of its workspace' }], {
    sandbox: 'workspace',
  });
}

function ruleFor(verdict: Rule['verdict'], text: string, call: Call, known: PolicyContext): DraftVerdict | undefined {
  for (const scope of ['workspace', 'user'] as const) {
    const rule = known.rulebook[scope].find((one) => one.verdict === verdict && isRuleForCall(one, call, known.tool));
    if (rule) return verdictByRule(text, scope, rule);
  }
  return undefined;
}

function isRuleForCall({ subject, verdict }: Rule, call: Call, tool: string): boolean {
  if (subject.kind !== 'tool' || subject.provider !== call.provider) return false;
  if (subject.tool !== ANY_TOOL && subject.tool !== tool) return false;
  return Object.entries(subject.arguments).every(([path, text]) =>
    call.arguments.some((argument) => argument.path === path && isSame(argument.text, text, verdict)),
  );
}

/** Whether a value is that of a rule. A rule that denies may be from when large numbers were shown rounded, and still denies them. */
function isSame(value: string, named: string, verdict: Rule['verdict']): boolean {
  return value === named || (verdict === 'deny' && roundedText(value) === named);
}
