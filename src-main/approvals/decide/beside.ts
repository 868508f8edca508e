import { PERMISSION_NAMES } from '#contract/permission-names';
import { constructWords, type Doubt } from '#shell-analysis';
import type { ReadProof } from '../proof.ts';
import { isOfPlainLoop } from '../rules/given-texts.ts';
import { isWithinPart } from './by-part.ts';
import type { DraftVerdict } from './draft-verdict.ts';
import type { CommandFacts, TierFindings } from './facts.ts';
import { isOfReading } from './needed-place.ts';
import { NAMEABLE } from './node-types.ts';
import type { PolicyContext } from './policy-context.ts';

/** Parts of a line for which rules are proposed, at most. */
export const MAX_NAMEABLE = 100;
const MAX_DOUBTS = 20;

/**
 * Findings about a line that belong to no part: a line that could not be read, words of a loop, a construct that no
 * rule can name.
 */
export function decideBeside(
  parts: readonly DraftVerdict[],
  known: PolicyContext,
  facts: CommandFacts,
  checks: TierFindings,
): DraftVerdict[] {
  const { analysis, diskFacts } = facts;
  const { line } = analysis;
  const drafts: DraftVerdict[] = [];
  for (const { rule, why } of checks.bans.filter(({ part }) => part === undefined)) {
    drafts.push({ text: line, verdict: 'deny', tier: 'ban', rule, why });
  }
  for (const { rule, why } of checks.asks.filter(({ part }) => part === undefined)) {
    drafts.push({ text: line, verdict: 'ask', tier: 'always-ask', rule, why });
  }
  if (diskFacts.proof.line.isProven) return drafts;
  const isAllAllowed = parts.every(({ verdict }) => verdict === 'allow');
  if (known.mode === 'read-only' && isAllAllowed) return [...drafts, denyUnproven(line, diskFacts.proof.line)];
  const ask = (text: string, why: string) => drafts.push({ text, verdict: 'ask', tier: 'default', why });
  for (const error of analysis.errors.slice(0, 1)) ask(line, `It could not be read to its end: ${error}`);
  for (const { span, why } of openDoubts(parts, known, facts)) {
    ask(line.slice(span.start, span.end) || line, `What it does is not proven: ${why}`);
  }
  const construct = isAllAllowed && !isByMode(parts, known) ? unnameable(facts) : undefined;
  if (construct !== undefined) ask(line, `No rule can name everything in it: it has ${constructWords(construct)}`);
  if (parts.length === 0) ask(line, 'Nothing in it could be read as a command');
  return drafts;
}

/** The box answers for what a line does, whatever its text proves; not where a rule takes the line out of it. */
const isByMode = (parts: readonly DraftVerdict[], { mode, hasBox }: PolicyContext): boolean =>
  mode === 'workspace' && hasBox && parts.every(({ place }) => place !== 'none');

const unnameable = ({ analysis }: CommandFacts): string | undefined =>
  [...analysis.nodeTypes].find((type) => !NAMEABLE.has(type));

/** Lists the doubts beside the parts; none for a long line of which a part asks anyway. */
function openDoubts(parts: readonly DraftVerdict[], known: PolicyContext, facts: CommandFacts): readonly Doubt[] {
  if (parts.length > MAX_NAMEABLE && !parts.every(({ verdict }) => verdict === 'allow')) return [];
  const { unknown } = facts.analysis;
  const open = isByMode(parts, known) ? unknown.filter(({ code }) => isOfReading(code)) : unknown;
  // The verdict of a part that asks speaks for its doubts.
  const beside = open.filter(({ span }) => !isWithinPart(facts.analysis, span)).slice(0, MAX_DOUBTS);
  return beside.filter((doubt) => !isOfPlainLoop(doubt, facts));
}

/** The verdict of the mode Read only about what is not proven to read. */
export function denyUnproven(text: string, proof: ReadProof | undefined): DraftVerdict {
  const more = proof === undefined || proof.isProven ? '' : `: ${proof.why}`;
  const why = `In Read only, only commands that are proven to read run${more}`;
  return { text, verdict: 'deny', tier: 'mode', rule: PERMISSION_NAMES['read-only'], why };
}
