import type { Judgement, Rule } from '#contract';
import { PERMISSION_NAMES } from '#contract/permission-names';
import type { AskRuleName } from '../built-in.ts';
import { ANY_PROGRAM, whyNotCovered, whyOnlyBindingFails } from '../rules/cover-part.ts';
import { denialOf } from '../rules/deny-part.ts';
import { exactRule } from '../rules/exact-rule.ts';
import { quoteWord } from '../rules/rule-words.ts';
import { decideBeside, denyUnproven, MAX_NAMEABLE } from './beside.ts';
import { effectsOfPart } from './by-part.ts';
import { TOUCHES_NOTHING, touchesNothingByItself, withDeeds } from './deeds.ts';
import { type DraftVerdict, judgementOf, READ_ONLY_COMMANDS, verdictByRule } from './draft-verdict.ts';
import type { CommandFacts, TierFinding, TierFindings } from './facts.ts';
import { knownEffects } from './known-effects.ts';
import {
  isInPrivateTemp,
  isRewriting,
  isWider,
  neededUnasked,
  packageWrites,
  protectedWrites,
  reachingBox,
  showingBox,
} from './needed-place.ts';
import { askForOwnFiles, banOwnFiles } from './own-findings.ts';
import { choosePlace, inDifferentPlaces, ONLY_READS, placeOfOnce, placeOfRule, whyNoPlace } from './place.ts';
import type { PolicyContext } from './policy-context.ts';
import { askForReplacedFiles } from './replaced-files.ts';
import { isChange, mayBeOutside } from './targets.ts';

/** Decides about every part of a line, and about what stands beside them. */
export function decideCommand(known: PolicyContext, facts: CommandFacts, checks: TierFindings): Judgement {
  const { analysis } = facts;
  const found = firstOfParts(checks);
  const at = { facts, workspace: known.workspace };
  const drafts = analysis.parts.map((_, index) =>
    withDeeds(askForReplacedFiles(decidePart(index, known, facts, found), index, at), index, facts),
  );
  const { parts, place, isOnePlace } = choosePlace(drafts, known, facts);
  const beside = decideBeside(parts, known, facts, checks);
  if (!isOnePlace) beside.push(inDifferentPlaces(analysis.line));
  const isAllowed = [...parts, ...beside].every(({ verdict }) => verdict === 'allow');
  const sandbox = isAllowed ? place : placeOfOnce(parts, known, facts, checks);
  const showing = sandbox === 'none' ? [] : showingBox(analysis.parts);
  const reaching = sandbox === 'workspace' ? reachingBox(facts) : [];
  const boxWrites = sandbox === 'none' ? [] : writesOf(facts, known.workspace, isAllowed);
  return judgementOf([...parts, ...beside], {
    sandbox,
    ...(known.hasBox && sandbox === 'none' && { leavesBox: true }),
    ...(boxWrites.length > 0 && { boxWrites }),
    ...(sandbox !== 'none' && sandbox !== 'read-only' && analysis.parts.some(isRewriting) && { isRewriting: true }),
    ...(showing.length > 0 && { showsBox: showing }),
    ...(reaching.length > 0 && { reachesBox: reaching }),
    effects: knownEffects(facts, known.workspace),
  });
}

/** Protected files that may be changed in the box: what its text says is answered by a person alone, what loads packages by a rule too. */
function writesOf(facts: CommandFacts, workspace: string, isAllowed: boolean): string[] {
  const named = isAllowed ? [] : [...protectedWrites(facts, workspace), ...(facts.diskFacts.replaced?.paths ?? [])];
  return [...new Set([...named, ...packageWrites(facts, workspace)])];
}

interface FirstOfParts {
  readonly bans: ReadonlyMap<number | undefined, TierFinding>;
  readonly asks: ReadonlyMap<number | undefined, TierFinding>;
  readonly ifUnnamed: ReadonlyMap<number | undefined, TierFinding>;
}

/** The first that each says of a part. */
function firstOfParts({ bans, asks, ifUnnamed }: TierFindings): FirstOfParts {
  const first = (all: readonly TierFinding[]) => new Map(all.toReversed().map((one) => [one.part, one]));
  return { bans: first(bans), asks: first(asks), ifUnnamed: first(ifUnnamed) };
}

function decidePart(index: number, known: PolicyContext, facts: CommandFacts, found: FirstOfParts): DraftVerdict {
  const text = textOf(index, facts);
  const ban = found.bans.get(index) ?? banOwnFiles(index, known, facts);
  if (ban) return { text, verdict: 'deny', tier: 'ban', rule: ban.rule, why: ban.why };
  const denied = commandDenial(text, index, known, facts);
  if (denied?.verdict === 'deny') return denied;
  const proof = facts.diskFacts.proof.parts[index];
  if (known.mode === 'read-only' && !proof?.isProven) return denyUnproven(text, proof);
  const ask = found.asks.get(index) ?? outsideFinding(index, known, facts) ?? askForOwnFiles(index, known, facts);
  if (ask) return { text, verdict: 'ask', tier: 'always-ask', rule: ask.rule, why: ask.why };
  const unnamed = found.ifUnnamed.get(index);
  const allowed = denied ?? commandPermission(index, known, facts, unnamed !== undefined);
  if (allowed) return allowed;
  const draft = commandByPreset(text, index, known, facts);
  if (unnamed !== undefined) return { ...draft, verdict: 'ask', rule: unnamed.rule, why: unnamed.why };
  return draft.verdict === 'ask' && known.mode === 'workspace' ? commandByMode(draft, index, known, facts) : draft;
}

/** The mode Workspace: what stays in the box runs. */
function commandByMode(
  draft: DraftVerdict,
  index: number,
  { hasBox, workspace }: PolicyContext,
  facts: CommandFacts,
): DraftVerdict {
  const { text, canBeAllowed } = draft;
  const byThis = { text, tier: 'mode', rule: PERMISSION_NAMES.workspace } as const;
  if (!hasBox) return { ...draft, why: `${draft.why}; the mode Workspace allows nothing here, as no box works` };
  const needed = neededUnasked(index, facts, workspace);
  if (!isWider(needed, 'workspace')) {
    return {
      ...byThis,
      verdict: 'allow',
      why: 'It can do its work in the box of the workspace',
      place: 'workspace',
    };
  }
  const why = needed === 'network' ? 'It needs the network, which the box has not' : 'It cannot do its work in the box';
  return { ...byThis, verdict: 'ask', why, ...(canBeAllowed !== undefined && { canBeAllowed }) };
}

function commandDenial(text: string, index: number, { rulebook, workspace }: PolicyContext, facts: CommandFacts) {
  let unsure: DraftVerdict | undefined;
  for (const scope of ['workspace', 'user'] as const) {
    for (const rule of rulebook[scope].filter(({ verdict }) => verdict === 'deny')) {
      const denial = denialOf(rule, index, facts, workspace);
      if (denial === 'no') continue;
      const draft = verdictByRule(text, scope, rule);
      if (denial === 'denies') return draft;
      unsure ??= {
        ...draft,
        verdict: 'ask',
        why: `It is known only when it runs whether it does what is denied: ${draft.why}`,
      };
    }
  }
  return unsure;
}

function commandPermission(
  index: number,
  known: PolicyContext,
  facts: CommandFacts,
  mustName: boolean,
): DraftVerdict | undefined {
  // A mode that only reads is not widened by rules.
  if (known.mode === 'read-only') return undefined;
  let first: DraftVerdict | undefined;
  for (const scope of ['workspace', 'user'] as const) {
    for (const rule of known.rulebook[scope]) {
      if ((mustName && isVague(rule)) || !covers(rule, index, facts, known.workspace)) continue;
      const draft = draftOf(rule, scope, { text: textOf(index, facts), hasBox: known.hasBox });
      // One that says where it runs goes before one of before, which asks for that.
      if (draft.verdict === 'allow') return draft;
      first ??= draft;
    }
  }
  return first;
}

const isVague = ({ subject }: Rule): boolean => subject.kind === 'command' && subject.program === ANY_PROGRAM;

function draftOf(
  rule: Rule,
  scope: 'workspace' | 'user',
  { text, hasBox }: { readonly text: string; readonly hasBox: boolean },
): DraftVerdict {
  const runs = rule.subject.kind === 'command' ? rule.subject.runs : undefined;
  const place = placeOfRule(runs, hasBox);
  const draft = verdictByRule(text, scope, rule, place);
  if (place !== undefined) return draft;
  return { ...draft, verdict: 'ask', tier: 'default', why: whyNoPlace(draft.why, runs), canBeAllowed: true };
}

function covers({ verdict, subject }: Rule, index: number, facts: CommandFacts, workspace: string): boolean {
  if (verdict !== 'allow' || subject.kind !== 'command') return false;
  return whyNotCovered(subject, index, facts, workspace) === undefined;
}

/** The preset; where it does not say anything: ask. */
function commandByPreset(text: string, index: number, known: PolicyContext, facts: CommandFacts): DraftVerdict {
  const { proof } = facts.diskFacts;
  const isProven = proof.parts[index]?.isProven === true;
  const preset = { text, tier: 'preset', rule: READ_ONLY_COMMANDS } as const;
  if (isProven && known.hasSandbox) {
    if (proof.line.isProven)
      return { ...preset, verdict: 'allow', why: 'It is proven to only read; it runs in a sandbox' };
    // Beside parts that cannot run there.
    const touchesNothing = effectsOfPart(facts.analysis, index).length === 0;
    if (touchesNothing) return { ...preset, verdict: 'allow', why: 'It is proven to touch no file' };
    if (known.hasBox)
      return { ...preset, verdict: 'allow', why: 'It is proven to only read; it runs in the box', isOnlyInBox: true };
  }
  const canBeAllowed = isNameable(index, known, facts);
  const why = whyAsked(index, known, facts);
  if (why !== undefined) return { ...preset, verdict: 'ask', why, canBeAllowed };
  return { text, verdict: 'ask', tier: 'default', why: whyUnruled(index, known, facts), canBeAllowed };
}

/** Explains why a part that is harmless by itself asks nevertheless. */
function whyAsked(index: number, { hasSandbox }: PolicyContext, facts: CommandFacts): string | undefined {
  const { line, parts } = facts.diskFacts.proof;
  const isProven = parts[index]?.isProven === true;
  if (!isProven) return touchesNothingByItself(index, facts) ? TOUCHES_NOTHING : undefined;
  if (line.isProven) return 'It only reads, but no box works here to run it in';
  return hasSandbox ? ONLY_READS : undefined;
}

/** Explains that no rule allows the command, or that a script allowed before has changed. */
function whyUnruled(index: number, { rulebook, workspace }: PolicyContext, facts: CommandFacts): string {
  for (const { verdict, subject } of [...rulebook.workspace, ...rulebook.user]) {
    if (verdict !== 'allow' || subject.kind !== 'command') continue;
    const why = whyOnlyBindingFails(subject, index, facts, workspace);
    if (why !== undefined) return why;
  }
  return `No rule allows ${commandName(index, facts)}`;
}

const textOf = (index: number, { analysis }: CommandFacts): string => analysis.parts[index]?.text ?? '';

function commandName(index: number, { analysis }: CommandFacts): string {
  const { program, words = [] } = analysis.parts[index] ?? {};
  if (program === undefined) return words.length > 0 ? 'a program whose name is known only when it runs' : 'this';
  const [, second] = words;
  const hasVerb = second?.literal !== undefined && /^[a-z][\w:-]*$/i.test(second.literal);
  return `"${quoteWord(program)}${hasVerb ? ` ${second.literal}` : ''}"`;
}

function isNameable(index: number, { workspace }: PolicyContext, facts: CommandFacts): boolean {
  const part = facts.analysis.parts[index];
  if (facts.analysis.parts.length > MAX_NAMEABLE) return false;
  const exact = part && exactRule(part, index, facts, workspace);
  return exact !== undefined && whyNotCovered(exact, index, facts, workspace) === undefined;
}

function outsideFinding(
  index: number,
  { workspace, hasBox }: PolicyContext,
  facts: CommandFacts,
): TierFinding | undefined {
  const found = effectsOfPart(facts.analysis, index).find(
    (effect) =>
      isChange(effect) &&
      effect.target !== undefined &&
      mayBeOutside(effect, facts, workspace) &&
      !(hasBox && isInPrivateTemp(effect, facts, workspace)),
  );
  return (
    found && {
      part: index,
      rule: 'outside the workspace' satisfies AskRuleName,
      why: `It would ${found.kind} ${found.target}, outside the workspace`,
    }
  );
}
