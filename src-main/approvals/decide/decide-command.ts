import type { Judgement, KnownEffects, Rule } from '#contract';
import type { Doubt } from '#shell-analysis';
import type { AskedName } from '../built-in.ts';
import type { Proven } from '../proof.ts';
import { ANY_PROGRAM, whyNotCovered } from '../rules/cover-part.ts';
import { denialOf } from '../rules/deny-part.ts';
import { exactRule } from '../rules/exact-rule.ts';
import { quoted } from '../rules/rule-words.ts';
import { effectsOfPart, isWithinPart } from './by-part.ts';
import type { Circumstances } from './circumstances.ts';
import { byRule, type Draft, judgementOf, READ_ONLY_COMMANDS } from './drafts.ts';
import type { CommandFacts, Finding } from './facts.ts';
import { NAMEABLE } from './node-types.ts';
import { ownAsked, ownBanned } from './own-findings.ts';
import { isChange, isNowhere, mayBeOutside } from './targets.ts';

/** What the built-in tiers say of a command line. */
export interface Checks {
  readonly bans: readonly Finding[];
  readonly asks: readonly Finding[];
  /** Asked about unless a rule names the program. */
  readonly ifUnnamed: readonly Finding[];
}

const MOST_EFFECTS = 200;
/** Of a line with more parts, no rule is proposed. */
const MOST_NAMEABLE = 100;

/** Decides about every part of a line, and about what stands beside them. */
export function decideCommand(known: Circumstances, facts: CommandFacts, checks: Checks): Judgement {
  const { analysis, world } = facts;
  const found = firstOfParts(checks);
  const parts = analysis.parts.map((_, index) => decidePart(index, known, facts, found));
  const beside = decideBeside(parts, known, facts, checks);
  const usesPreset = parts.some(({ tier }) => tier === 'preset');
  return judgementOf([...parts, ...beside], {
    sandbox: usesPreset && world.proof.line.isProven ? 'read-only' : 'none',
    effects: effectsOf(facts, known),
  });
}

interface FirstOfParts {
  readonly bans: ReadonlyMap<number | undefined, Finding>;
  readonly asks: ReadonlyMap<number | undefined, Finding>;
  readonly ifUnnamed: ReadonlyMap<number | undefined, Finding>;
}

/** The first that each says of a part. */
function firstOfParts({ bans, asks, ifUnnamed }: Checks): FirstOfParts {
  const first = (all: readonly Finding[]) => new Map(all.toReversed().map((one) => [one.part, one]));
  return { bans: first(bans), asks: first(asks), ifUnnamed: first(ifUnnamed) };
}

function decidePart(index: number, known: Circumstances, facts: CommandFacts, found: FirstOfParts): Draft {
  const text = textOf(index, facts);
  const ban = found.bans.get(index) ?? ownBanned(index, known, facts);
  if (ban) return { text, verdict: 'deny', tier: 'ban', rule: ban.rule, why: ban.why };
  const denied = deniedBy(text, index, known, facts);
  if (denied?.verdict === 'deny') return denied;
  const proof = facts.world.proof.parts[index];
  if (known.mode === 'read-only' && !proof?.isProven) return notInThisMode(text, proof);
  const ask = found.asks.get(index) ?? outside(index, known, facts) ?? ownAsked(index, known, facts);
  if (ask) return { text, verdict: 'ask', tier: 'always-ask', rule: ask.rule, why: ask.why };
  const unnamed = found.ifUnnamed.get(index);
  const allowed = denied ?? allowedBy(index, known, facts, unnamed !== undefined);
  if (allowed) return allowed;
  const draft = byPreset(text, index, known, facts);
  return unnamed === undefined ? draft : { ...draft, verdict: 'ask', rule: unnamed.rule, why: unnamed.why };
}

function deniedBy(text: string, index: number, { rulebook, workspace }: Circumstances, facts: CommandFacts) {
  let unsure: Draft | undefined;
  for (const scope of ['workspace', 'user'] as const) {
    for (const rule of rulebook[scope].filter(({ verdict }) => verdict === 'deny')) {
      const denial = denialOf(rule, index, facts, workspace);
      if (denial === 'no') continue;
      const draft = byRule(text, scope, rule);
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

function allowedBy(index: number, known: Circumstances, facts: CommandFacts, mustName: boolean): Draft | undefined {
  // A mode that only reads is not widened by rules.
  if (known.mode === 'read-only') return undefined;
  for (const scope of ['workspace', 'user'] as const) {
    const rule = known.rulebook[scope].find((one) => covers(one, index, facts, known.workspace));
    const isVague = rule?.subject.kind === 'command' && rule.subject.program === ANY_PROGRAM;
    if (rule && !(mustName && isVague)) return byRule(textOf(index, facts), scope, rule);
  }
  return undefined;
}

function covers({ verdict, subject }: Rule, index: number, facts: CommandFacts, workspace: string): boolean {
  if (verdict !== 'allow' || subject.kind !== 'command') return false;
  return whyNotCovered(subject, index, facts, workspace) === undefined;
}

/** The preset; where it does not say anything: ask. */
function byPreset(text: string, index: number, known: Circumstances, facts: CommandFacts): Draft {
  const { proof } = facts.world;
  const isProven = proof.parts[index]?.isProven === true;
  const preset = { text, tier: 'preset', rule: READ_ONLY_COMMANDS } as const;
  if (isProven && known.hasSandbox) {
    if (proof.line.isProven)
      return { ...preset, verdict: 'allow', why: 'It is proven to only read; it runs in a sandbox' };
    // Beside parts that cannot run there.
    const touchesNothing = effectsOfPart(facts.analysis, index).length === 0;
    if (touchesNothing) return { ...preset, verdict: 'allow', why: 'It is proven to touch no file' };
  }
  const canBeAllowed = isNameable(index, known, facts);
  if (isProven && proof.line.isProven) {
    return { ...preset, verdict: 'ask', why: 'It only reads, but there is no sandbox here to run it in', canBeAllowed };
  }
  if (isProven && known.hasSandbox) {
    const why = 'It only reads, but not all of the line does, which therefore cannot run in the sandbox';
    return { ...preset, verdict: 'ask', why, canBeAllowed };
  }
  return { text, verdict: 'ask', tier: 'default', why: `No rule allows ${named(index, facts)}`, canBeAllowed };
}

const textOf = (index: number, { analysis }: CommandFacts): string => analysis.parts[index]?.text ?? '';

function named(index: number, { analysis }: CommandFacts): string {
  const { program, words = [] } = analysis.parts[index] ?? {};
  if (program === undefined) return words.length > 0 ? 'a program whose name is known only when it runs' : 'this';
  const [, second] = words;
  const hasVerb = second?.literal !== undefined && /^[a-z][\w:-]*$/i.test(second.literal);
  return `"${quoted(program)}${hasVerb ? ` ${second.literal}` : ''}"`;
}

function isNameable(index: number, { workspace }: Circumstances, facts: CommandFacts): boolean {
  const part = facts.analysis.parts[index];
  if (facts.analysis.parts.length > MOST_NAMEABLE) return false;
  const exact = part && exactRule(part, index, facts, workspace);
  return exact !== undefined && whyNotCovered(exact, index, facts, workspace) === undefined;
}

/** What no part says: a line that could not be read, words of a loop, a construct that no rule can name. */
function decideBeside(parts: readonly Draft[], known: Circumstances, facts: CommandFacts, checks: Checks): Draft[] {
  const { analysis, world } = facts;
  const { line } = analysis;
  const drafts: Draft[] = [];
  for (const { rule, why } of checks.bans.filter(({ part }) => part === undefined)) {
    drafts.push({ text: line, verdict: 'deny', tier: 'ban', rule, why });
  }
  for (const { rule, why } of checks.asks.filter(({ part }) => part === undefined)) {
    drafts.push({ text: line, verdict: 'ask', tier: 'always-ask', rule, why });
  }
  if (world.proof.line.isProven) return drafts;
  const isAllAllowed = parts.every(({ verdict }) => verdict === 'allow');
  if (known.mode === 'read-only' && isAllAllowed) return [...drafts, notInThisMode(line, world.proof.line)];
  const ask = (text: string, why: string) => drafts.push({ text, verdict: 'ask', tier: 'default', why });
  for (const error of analysis.errors.slice(0, 1)) ask(line, `It could not be read to its end: ${error}`);
  for (const { span, why } of openDoubts(parts, facts, isAllAllowed)) {
    ask(line.slice(span.start, span.end) || line, `What it does is not proven: ${why}`);
  }
  const construct = [...analysis.nodeTypes].find((type) => !NAMEABLE.has(type));
  if (construct !== undefined && isAllAllowed) ask(line, `No rule can name everything in it (${construct})`);
  if (parts.length === 0) ask(line, 'Nothing in it could be read as a command');
  return drafts;
}

/** Where a part of a long line asks anyway, what stands beside the parts adds nothing. */
function openDoubts(parts: readonly Draft[], facts: CommandFacts, isAllAllowed: boolean): readonly Doubt[] {
  if (parts.length > MOST_NAMEABLE && !isAllAllowed) return [];
  // Of a part that asks, its own verdict speaks.
  return facts.analysis.unknown.filter(({ span }) => !isWithinPart(facts.analysis, span)).slice(0, 20);
}

function notInThisMode(text: string, proof: Proven | undefined): Draft {
  const more = proof === undefined || proof.isProven ? '' : `: ${proof.why}`;
  const why = `In Read only, only commands that are proven to read run${more}`;
  return { text, verdict: 'deny', tier: 'mode', rule: 'Read only', why };
}

const distinctTexts = (texts: readonly string[]): string[] => [...new Set(texts)];

function outside(index: number, { workspace }: Circumstances, facts: CommandFacts): Finding | undefined {
  const found = effectsOfPart(facts.analysis, index).find(
    (effect) => isChange(effect) && effect.target !== undefined && mayBeOutside(effect, facts, workspace),
  );
  return (
    found && {
      part: index,
      rule: 'outside the workspace' satisfies AskedName,
      why: `It would ${found.kind} ${found.target}, outside the workspace`,
    }
  );
}

function effectsOf(facts: CommandFacts, { workspace }: Circumstances): KnownEffects {
  const { effects, unknown, errors } = facts.analysis;
  const distinct = new Map<string, KnownEffects['effects'][number]>();
  for (const effect of effects) {
    if (isNowhere(effect.target)) continue;
    const { kind, target } = effect;
    const isOutside = kind === 'send' || (kind !== 'run' && mayBeOutside(effect, facts, workspace));
    const key = `${kind} ${isOutside} ${target === undefined} ${target}`;
    if (!distinct.has(key)) distinct.set(key, { kind, ...(target !== undefined && { target }), isOutside });
    if (distinct.size > MOST_EFFECTS) break;
  }
  return {
    effects: [...distinct.values()].slice(0, MOST_EFFECTS),
    isKnown: unknown.length === 0 && errors.length === 0 && distinct.size <= MOST_EFFECTS,
    unknown: distinctTexts(unknown.map(({ why }) => why)).slice(0, MOST_EFFECTS),
  };
}
