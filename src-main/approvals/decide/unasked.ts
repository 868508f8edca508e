import type { Judgement, PermissionMode, Subject } from '#contract';
import { PERMISSION_NAMES } from '#contract/permission-names';
import { isLiftedByName } from '../built-in.ts';
import type { CommandFacts } from './facts.ts';
import type { PolicyContext } from './policy-context.ts';

/** Number of parts above which lines are not judged in other modes, too. */
const MAX_PARTS = 100;

interface UnaskedJudgement {
  readonly judgement: Judgement;
  readonly known: PolicyContext;
  /** Facts about the line of a command; undefined for every other call. */
  readonly facts: CommandFacts | undefined;
  /** Judges the same subject in another mode. */
  readonly inMode: (mode: PermissionMode) => Judgement;
}

/**
 * Explains why a call did not run unasked, and what would let it; undefined for decisions that only a person can make.
 */
export function explainAsking({ judgement, known, facts, inMode }: UnaskedJudgement): Judgement['unasked'] {
  const { kind } = known.subject;
  if (kind === 'rounds' || kind === 'spending' || kind === 'form' || kind === 'confirm') return undefined;
  return { kept: keptBy(judgement, facts), would: wouldRun(judgement, known, inMode) };
}

/** Explains by what it was kept from running; if no rule matches, the reason is what the call does. */
function keptBy({ why, parts, tier, rule }: Judgement, facts: CommandFacts | undefined): string {
  const index = parts.findIndex((part) => part.verdict === 'ask' && part.tier === tier && part.rule === rule);
  const proof = facts?.diskFacts.proof.parts[index];
  if (tier !== 'default' || proof === undefined || proof.isProven) return why;
  return `${why}, and ${proof.why}`;
}

function wouldRun(judgement: Judgement, known: PolicyContext, inMode: UnaskedJudgement['inMode']): string {
  const { tier, rule, canBeAllowed, parts } = judgement;
  if (tier === 'always-ask') return 'never: it is asked in every mode';
  if (tier.endsWith('-deny')) return 'only where the rule that may deny it is changed';
  const mode = parts.length > MAX_PARTS ? undefined : modeThatAllows(known, inMode);
  const ways = [
    ...(mode === undefined ? [] : [`in the mode ${PERMISSION_NAMES[mode]}${IN_BOX[mode] ?? ''}`]),
    ...(canBeAllowed ? [rule !== undefined && isLiftedByName(rule) ? 'by a rule that names it' : 'by a rule'] : []),
  ];
  return ways.length > 0 ? ways.join(', or ') : 'not as it is written: no rule can name all of it';
}

const IN_BOX: Partial<Record<PermissionMode, string>> = { workspace: ', in the box' };

const MODES: Partial<Record<Subject['kind'], PermissionMode>> = {
  command: 'workspace',
  call: 'workspace',
  change: 'edits',
  delete: 'edits',
};

function modeThatAllows(known: PolicyContext, inMode: UnaskedJudgement['inMode']): PermissionMode | undefined {
  const mode = MODES[known.subject.kind];
  if (mode === undefined || mode === known.mode || (mode === 'workspace' && !known.hasBox)) return undefined;
  return inMode(mode).verdict === 'allow' ? mode : undefined;
}
