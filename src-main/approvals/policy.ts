import type { Judgement, PermissionMode, Rule, RuleScope, Warning } from '#contract';
import type { Analysis } from '#shell-analysis';
import type { DecisionBasis, Policy, PolicyAnswer, PolicyRequest } from '#tools';
import type { LineFindings } from './decide/decide.ts';
import type { DiskFacts, Script } from './decide/facts.ts';
import { decideOnce } from './decide/last-decision.ts';
import type { PolicyContext } from './decide/policy-context.ts';
import { lookAt, type ReplacedFilesFinder } from './look-at.ts';
import { recordedProof } from './proof.ts';
import { type Rulebook, rulebookText } from './rules/rulebook.ts';

export interface PolicyOptions {
  /** The rules that count now. */
  readonly rules: (workspace: string) => Pick<Rulebook, RuleScope>;
  /** Keeps a text by its hash. */
  readonly keep: (text: string) => Promise<string>;
  readonly modeOf: (session: string) => Promise<PermissionMode>;
  /** Rules that count in one session alone; none by default. */
  readonly rulesOf?: (session: string) => Promise<readonly Rule[]>;
  /** Whether proven commands can run in a sandbox here, and are to. */
  readonly hasSandbox: () => Promise<boolean>;
  /** Whether the box works here; it does not where nothing says so. */
  readonly hasBox?: () => Promise<boolean>;
  /** Absolute. */
  readonly home: string;
  /** Absolute paths of what is ours, for work in this workspace. */
  readonly own: (workspace: string) => readonly string[];
  /** Analyses a command line; `analyseSafely` by default. */
  readonly analyse?: (line: string) => Promise<Analysis>;
  /** Works out which protected files git would replace; without it that is found when it has run. */
  readonly foresee?: ReplacedFilesFinder | undefined;
}

/** Subject that the tester tries without a plan. */
export type TrialRequest = Omit<PolicyRequest, 'session'>;

export interface PolicyFeature {
  readonly policy: Policy;
  /** Judges as `policy` does, but without a session and without a record, with other rules where they are given. */
  readonly judge: (asked: TrialRequest, mode: PermissionMode, rules?: Pick<Rulebook, RuleScope>) => Promise<Judgement>;
}

/** Decides by the rules, the session's mode and what is built in. */
export function createPolicy(options: PolicyOptions): PolicyFeature {
  const look = (known: PolicyContext): Promise<LineFindings | undefined> => lookAt(known, options);
  const contextOf = async (
    { plan, tool, workspace }: TrialRequest,
    mode: PermissionMode,
    rules = options.rules(workspace),
  ): Promise<PolicyContext> => ({
    subject: plan.subject,
    tool,
    isOutside: plan.isOutside,
    alwaysAsk: plan.alwaysAsk,
    warned: worstOf(plan.warnings),
    workspace,
    mode,
    rulebook: { ...rules, home: options.home, own: options.own(workspace) },
    hasSandbox: await options.hasSandbox(),
    hasBox: (await options.hasBox?.()) ?? false,
  });
  return {
    policy: async (asked): Promise<PolicyAnswer> => {
      const { user, ...here } = options.rules(asked.workspace);
      const own = (await options.rulesOf?.(asked.session)) ?? [];
      const known = await contextOf(asked, await options.modeOf(asked.session), {
        ...here,
        user: [...own, ...user],
      });
      const looked = await look(known);
      const judgement = decideOnce(known, looked);
      const rules = await options.keep(rulebookText(known.rulebook));
      return { judgement, judged: judgedOf(known, looked, rules, judgement.tier) };
    },
    judge: async (asked, mode, rules) => {
      const known = await contextOf(asked, mode, rules);
      return decideOnce(known, await look(known));
    },
  };
}

function judgedOf(
  known: PolicyContext,
  looked: LineFindings | undefined,
  rules: string,
  tier: Judgement['tier'],
): DecisionBasis {
  const { subject, tool, isOutside, alwaysAsk, warned, workspace, mode, hasSandbox, hasBox } = known;
  const diskFacts = looked?.facts.diskFacts;
  return {
    subject: { ...subject },
    tool,
    isOutside,
    workspace,
    mode,
    rules,
    hasSandbox,
    hasBox,
    tier,
    ...(alwaysAsk !== undefined && { alwaysAsk }),
    ...(warned !== undefined && { warned }),
    ...(diskFacts && { proof: recordedProof(diskFacts.proof) }),
    ...(diskFacts && Object.keys(diskFacts.links).length > 0 && { links: diskFacts.links }),
    ...(diskFacts?.targetFolders && { targetFolders: [...diskFacts.targetFolders] }),
    ...(diskFacts?.absent && { absent: [...diskFacts.absent] }),
    ...(diskFacts?.globs && { globs: diskFacts.globs }),
    ...(diskFacts?.scripts && { scripts: recordedScripts(diskFacts.scripts) }),
    ...(diskFacts?.replaced && { replaced: { ...diskFacts.replaced, paths: [...diskFacts.replaced.paths] } }),
  };
}

const recordedScripts = (scripts: NonNullable<DiskFacts['scripts']>): NonNullable<DecisionBasis['scripts']> =>
  Object.fromEntries(Object.entries(scripts).map(([part, all]) => [part, all.map(recordedScript)]));

const recordedScript = ({ others, ...script }: Script) => ({ ...script, ...(others && { others: [...others] }) });

const LEVELS = ['danger', 'caution', 'note'] as const satisfies readonly Warning['level'][];

function worstOf(warnings: readonly Warning[]): Warning['level'] | undefined {
  return LEVELS.find((level) => warnings.some((warning) => warning.level === level));
}
