import type { Judgement, RuleScope } from '#contract';
import { hiddenCodes } from '#contract/hidden-characters';
import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import type { Analysis, Doubt, Effect, SimpleCommand } from '#shell-analysis';
import { doubtsWithin, effectsOfPart, outermostOf } from '../decide/by-part.ts';
import { decide, type LineFindings } from '../decide/decide.ts';
import type { PolicyContext } from '../decide/policy-context.ts';
import { isNowhere, mayBeOutside } from '../decide/targets.ts';
import { lookAt } from '../look-at.ts';
import { programOf } from '../program-of.ts';
import type { Rulebook } from '../rules/rulebook.ts';
import { type CommandLists, denialInList } from './command-lists.ts';
import { linkReasons } from './created-links.ts';
import { effectWords } from './effect-words.ts';
import { givenReasons } from './expanded-words.ts';
import { isHarmlessDoubt } from './harmless-doubts.ts';
import { shapesNotFollowed } from './line-shapes.ts';
import type { Risk, RiskOptions, RiskRequest } from './model.ts';
import { isPermitted } from './permissions.ts';
import { sensitiveVariableIn } from './sensitive-variables.ts';
import { treeReasons } from './tree-reads.ts';
import { filledReasons } from './tree-writes.ts';

const MAX_REASONS = 20;
const NO_LISTS: CommandLists = { allow: [], deny: [] };
const NO_RULES: Pick<Rulebook, RuleScope> = { user: [], workspace: [] };

/**
 * Creates the classifier of a line's risk, which is that of its worst part. A line is safe if it uses only programs of
 * our tables and shell syntax that we follow, without deleting, writing outside the workspace, sending, other rights,
 * and code from elsewhere. A line that cannot be read is risky.
 */
export function createRiskClassifier(options: RiskOptions): (asked: RiskRequest) => Promise<Risk> {
  return async (asked) => {
    const known = riskContext(asked, options);
    const looked = await lookAt(known, options);
    if (looked === undefined) throw new Error('A command is looked at');
    const risk = await withTrees(riskOf(asked, looked, options), asked, looked);
    return asked.mode === 'workspace' && risk.verdict === 'risky' ? inWorkspaceMode(risk, known, looked) : risk;
  };
}

/** Adds what a safe line reads and writes in folders; in the box credentials are hidden, and what is outside stays. */
async function withTrees(risk: Risk, { hasBox, lists = NO_LISTS, workspace }: RiskRequest, looked: LineFindings) {
  if (risk.verdict !== 'safe' || hasBox) return risk;
  const isAllowed = (index: number) => isPermitted(index, { lists, facts: looked.facts, judgement: risk.judgement });
  const look = { ...looked, workspace, isAllowed };
  const reasons = shownReasons([...(await treeReasons(look)), ...(await filledReasons(look))]);
  return reasons.length > 0 ? ({ verdict: 'risky', reasons, judgement: risk.judgement } as const) : risk;
}

function riskOf(asked: RiskRequest, looked: LineFindings, options: RiskOptions): Risk {
  const { workspace, lists = NO_LISTS, hasBox = false } = asked;
  const { home } = options;
  const { analysis } = looked.facts;
  const readsWithGit = hasBox && isGitThatReads(looked);
  const known = (of = options) => ({ ...riskContext(asked, of), hasSandbox: readsWithGit });
  const judgement = decide(known(), looked);
  const ofRules = deniedReasons(judgement);
  const denied = [...ofRules, ...deniedByList(analysis, lists)];
  if (denied.length > 0)
    return { verdict: 'deny', reasons: shownReasons(denied), by: ofRules.length > 0 ? 'rule' : 'deny-list', judgement };
  const seen: RiskContext = { looked, judgement, lists, workspace, home, readsWithGit };
  const reasons = shownReasons(risksOf(seen));
  if (reasons.length > 0) return { verdict: 'risky', reasons, judgement };
  const unruled = () => decide(known({ ...options, rules: () => NO_RULES }), looked);
  return { verdict: 'safe', reasons, judgement, ...madeSafeBy(seen, unruled) };
}

/** Judges a risky line as the mode Workspace of the policy does; without a box the risk stays. */
function inWorkspaceMode(risk: Risk, known: PolicyContext, looked: LineFindings): Risk {
  if (!known.hasBox) return risk;
  const judgement = decide({ ...known, mode: 'workspace' }, looked);
  if (judgement.verdict === 'allow') return { verdict: 'safe', reasons: [], by: 'mode', judgement };
  const asking = judgement.parts.filter(({ verdict }) => verdict !== 'allow').map(({ why }) => why);
  return { ...risk, reasons: shownReasons(asking), judgement };
}

/** Determines what made it safe; empty if it is safe by itself. */
function madeSafeBy(seen: RiskContext, unruled: () => Judgement): Pick<Risk, 'by'> {
  const unlisted: RiskContext = { ...seen, lists: NO_LISTS };
  if (seen.lists.allow.length > 0 && risksOf(unlisted).length > 0) return { by: 'allow-list' };
  const isOfRule = seen.judgement.parts.some(({ verdict, tier }) => verdict === 'allow' && tier !== 'preset');
  return isOfRule && risksOf({ ...unlisted, judgement: unruled() }).length > 0 ? { by: 'rule' } : {};
}

function riskContext(
  { command, cwd, workspace, hasBox = false }: RiskRequest,
  { rules, home, own }: RiskOptions,
): PolicyContext {
  return {
    // Its limits are its shell's.
    subject: { kind: 'command', command, cwd, limits: { timeoutMs: 0, maxOutputBytes: 0 } },
    tool: 'execute_command',
    isOutside: false,
    alwaysAsk: undefined,
    warned: undefined,
    workspace,
    mode: 'ask',
    rulebook: { ...rules(workspace), home, own: own(workspace) },
    hasSandbox: false,
    hasBox,
  };
}

function deniedReasons({ parts }: Judgement): string[] {
  return parts.filter(({ verdict }) => verdict === 'deny').map(({ why }) => why);
}

function deniedByList({ parts }: Analysis, lists: CommandLists): string[] {
  return parts.flatMap((part) => {
    const pattern = denialInList(lists, part);
    return pattern === undefined ? [] : [`"${pattern}" is on the list of what is denied`];
  });
}

interface RiskContext {
  readonly looked: LineFindings;
  readonly judgement: Judgement;
  readonly lists: CommandLists;
  readonly workspace: string;
  readonly home: string;
  /** All of the line only reads, git with it, and runs in the read-only box, in which git's configuration is neutralised. */
  readonly readsWithGit: boolean;
}

function risksOf(seen: RiskContext): string[] {
  const { facts, checks } = seen.looked;
  const { analysis } = facts;
  const { line, parts, errors, unknown } = analysis;
  const allowed = parts.map((_, index) => isAllowed(index, seen));
  const answered = new Set(
    parts.flatMap((part, index) => (allowed[index] ? [...doubtsWithin(analysis, part.span)] : [])),
  );
  const hidden = hiddenCodes(line);
  return [
    ...errors.map((error) => `It could not be read to its end: ${error}`),
    ...(hidden.length > 0 ? [`It has characters that do not show: ${hidden.join(', ')}`] : []),
    ...checks.asks.filter(({ part }) => part === undefined).map(({ why }) => why),
    ...parts.flatMap((_, index) => [...partRisks(index, allowed[index] === true, seen)]),
    ...unknown.filter((doubt) => !answered.has(doubt) && !isHarmlessDoubt(doubt, analysis)).map(asReason),
    ...shapesNotFollowed(analysis),
    ...linkReasons(facts),
    ...rulingOutside(analysis),
  ];
}

const asReason = ({ why }: Doubt): string => `What it does is not proven: ${why}`;

/** Proven to read, or by a rule of the person, or by the list; never what is always asked about, nor what text for a shell holds. */
function isAllowed(index: number, seen: RiskContext): boolean {
  const { lists, looked, judgement } = seen;
  if (judgement.parts[index]?.tier === 'always-ask') return false;
  return isProven(seen, index) || isPermitted(index, { lists, judgement, facts: looked.facts });
}

/** Whether a line only reads, and uses git for it. */
const isGitThatReads = ({ facts: { diskFacts, analysis } }: LineFindings): boolean =>
  diskFacts.proof.line.isProven && usesGit(analysis);

const usesGit = ({ parts }: Analysis): boolean => parts.some((part) => programOf(part) === 'git');

/** A part alone is proven only where it means the same whatever the others do; git, only where it runs neutralised. */
function isProven({ looked: { facts }, readsWithGit }: RiskContext, index: number): boolean {
  const { diskFacts, analysis } = facts;
  if (!readsWithGit && usesGit(analysis)) return false;
  if (diskFacts.proof.line.isProven) return true;
  // What a program runs is proven with it.
  const proven = outermostOf(analysis, index);
  const isLiteral = analysis.parts[proven]?.words.every(({ literal }) => literal !== undefined) ?? false;
  return isLiteral && diskFacts.proof.parts[proven]?.isProven === true;
}

function* partRisks(index: number, isAllowedPart: boolean, seen: RiskContext): Generator<string, void> {
  const { facts } = seen.looked;
  const verdict = seen.judgement.parts[index];
  const part = facts.analysis.parts[index];
  if (verdict === undefined || part === undefined) return;
  const isOfRule = verdict.verdict === 'ask' && verdict.tier.endsWith('-deny');
  if (verdict.tier === 'always-ask' || isOfRule) yield verdict.why;
  if (isAllowedPart && (verdict.verdict === 'allow' || isProven(seen, index))) return;
  if (!isAllowedPart) yield* programRisks(index, part, seen);
  yield* credentialsIn(part, seen.home);
  yield* effectRisks(effectsOfPart(facts.analysis, index), part, isAllowedPart, seen);
}

function* programRisks(index: number, part: SimpleCommand, { looked }: RiskContext): Generator<string, void> {
  const { facts, checks } = looked;
  for (const { why } of checks.ifUnnamed.filter((one) => one.part === index)) yield why;
  if (part.words.length > 0 && part.program === undefined) yield 'Which program runs is only known when it runs';
  yield* givenReasons(index, facts.analysis);
}

/** Yields the risks of effects; the list allows what the words say, but not redirections. */
function* effectRisks(
  effects: readonly Effect[],
  part: SimpleCommand,
  isAllowedPart: boolean,
  seen: RiskContext,
): Generator<string> {
  const ofRedirections = new Set(part.redirections.map(({ target }) => target));
  for (const effect of effects) {
    if (isNowhere(effect) || (isAllowedPart && !ofRedirections.has(effect.word))) continue;
    const why = effectRisk(effect, part, seen);
    if (why !== undefined) yield why;
  }
  if (part.redirections.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target?.literal ?? ''))) {
    yield 'It reaches another machine';
  }
}

function effectRisk(
  effect: Effect,
  { program, words }: SimpleCommand,
  { looked, workspace }: RiskContext,
): string | undefined {
  const { kind } = effect;
  const who = program ?? words[0]?.text ?? 'It';
  const isOutside = mayBeOutside(effect, looked.facts, workspace);
  // What is moved within the workspace is still there.
  if (!isOutside && (kind === 'read' || kind === 'write' || (kind === 'delete' && program === 'mv'))) return undefined;
  if (kind === 'read' && isSource(effect)) return undefined;
  return effectWords(who, effect);
}

/** Whether an effect reads only a device or what a command prints, because that is judged where the command appears. */
function isSource({ target, word }: Effect): boolean {
  return target === undefined ? (word?.text.startsWith('<(') ?? false) : SOURCES.has(target);
}

/** Devices of which nothing is learned. */
const SOURCES = new Set(['/dev/zero', '/dev/random', '/dev/urandom', '/dev/full']);

/** Read at home, by a name that is known although it is expanded. */
function* credentialsIn({ words, redirections }: SimpleCommand, home: string): Generator<string, void> {
  for (const { text } of [...words.slice(1), ...redirections.flatMap(({ target }) => target ?? [])]) {
    const path = text.replaceAll(/["']/g, '').replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, home);
    if (path.startsWith(`${home}/`) && mayHoldCredentials(path)) yield `${text} may hold credentials`;
  }
}

/** Loops and expansions give variables values that no part has. */
function* rulingOutside({ line }: Analysis): Generator<string, void> {
  const name = sensitiveVariableIn(line);
  if (name !== undefined) yield `${name} rules which programs run, or what they do`;
}

function shownReasons(reasons: readonly string[]): string[] {
  return [...new Set(reasons)].slice(0, MAX_REASONS);
}
