/** Decides with every sentence of the analysis reworded: the words are for people, so that nothing may come of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyLedgerEvent, Judgement, PermissionMode, Rule } from '#contract';
import { type Analysis, analyse, type Doubt, type DoubtCode } from '#shell-analysis';
import type { DecisionBasis } from '#tools';
import { createPolicy, type PolicyOptions } from '../../../src-main/approvals/policy.ts';
import type { ReadProof } from '../../../src-main/approvals/proof.ts';
import { createRiskClassifier } from '../../../src-main/approvals/risk/classify.ts';
import { isHarmlessDoubt } from '../../../src-main/approvals/risk/harmless-doubts.ts';
import { ALLOW_ANYTHING } from '../../support/policy-workspace.ts';
import { replayDecision } from '../../support/replay-decision.ts';
import { BENIGN } from './benign-lines.ts';
import { HOSTILE } from './hostile-lines.ts';
import { MUTANT_KINDS, mutantOf } from './mutants.ts';
import { command, REST } from './policy-bench.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/risk');
const WORKSPACE = '/nowhere/home/workspace';
const PLACES = { home: '/nowhere/home', own: () => ['/nowhere/data'] };
/** All of the lines, or as many as a quick test takes. */
const isLong = process.env.SIGMA_TEST_LONG === '1';
const MUTANTS = isLong ? 5000 : 30;
const some = (lines: readonly string[]) => (isLong ? lines : lines.filter((_, index) => index % 10 === 0));
const RULES_HASH = '0'.repeat(64);

type Reword = (sentence: string) => string;

const linesOf = (name: string): string[] => readFileSync(join(FIXTURES, name), 'utf8').trim().split('\n');

const mutants = fc
  .sample(fc.tuple(...MUTANT_KINDS.map((most) => fc.nat(most - 1))), MUTANTS)
  .map((numbers) => mutantOf(numbers));

const LINES: readonly string[] = [
  ...new Set([
    'rm -rf /',
    ...some(HOSTILE),
    ...some(BENIGN),
    ...mutants,
    ...some(linesOf('safe-lines.txt')),
    ...some(linesOf('risky-lines.txt')),
  ]),
];

const allows = (program: string): Rule => ({
  id: program,
  verdict: 'allow',
  subject: command(program, [REST]),
  at: 0,
});

const SETTINGS = [
  { mode: 'ask', user: [ALLOW_ANYTHING] },
  { mode: 'read-only', user: ['touch', 'find', 'python3', 'sudo', 'cd', 'awk'].map(allows) },
] as const;

const analyses = new Map<string, Analysis>();

function analysisOf(line: string): Analysis {
  const analysis = analyses.get(line) ?? analyse(line);
  analyses.set(line, analysis);
  return analysis;
}

function policyWith(more: Pick<PolicyOptions, 'rules'> & Partial<PolicyOptions>) {
  const hasSandbox = async () => true;
  return createPolicy({ ...PLACES, keep: async () => RULES_HASH, modeOf: async () => 'ask', hasSandbox, ...more });
}

function askedAbout(line: string) {
  const subject = {
    kind: 'command',
    command: line,
    cwd: WORKSPACE,
    limits: { timeoutMs: 1, maxOutputBytes: 1 },
  } as const;
  return { plan: { subject, isOutside: false, warnings: [] }, tool: 'execute_command', workspace: WORKSPACE };
}

function reworded({ unknown, errors, ...rest }: Analysis, reword: Reword): Analysis {
  return {
    ...rest,
    unknown: unknown.map((doubt) => ({ ...doubt, why: reword(doubt.why) })),
    errors: errors.map(reword),
  };
}

/** Decision without the sentences that describe it. */
function decisionOf({ verdict, tier, rule, parts, effects, sandbox, canBeAllowed }: Judgement) {
  return {
    verdict,
    tier,
    rule,
    sandbox,
    canBeAllowed,
    parts: parts.map((part) => [part.text, part.verdict, part.tier, part.rule]),
    effects: effects && [effects.effects, effects.isKnown],
  };
}

/** Decides about all lines, and collects the decisions with all their sentences. */
async function decideAll(reword: Reword) {
  const ports = {
    ...PLACES,
    rules: () => ({ user: [], workspace: [] }),
    analyse: async (line: string) => reworded(analysisOf(line), reword),
  };
  const { judge } = policyWith(ports);
  const classify = createRiskClassifier(ports);
  const decisions: unknown[] = [];
  const said = new Set<string>();
  for (const line of LINES) {
    const risk = await classify({ command: line, cwd: WORKSPACE, workspace: WORKSPACE });
    for (const reason of risk.reasons) said.add(reason);
    const judged = [];
    for (const { mode, user } of SETTINGS) {
      const judgement = await judge(askedAbout(line), mode, { user: [...user], workspace: [] });
      for (const why of judgement.effects?.unknown ?? []) said.add(why);
      judged.push(decisionOf(judgement));
    }
    decisions.push({ line, risk: [risk.verdict, risk.by], judged });
  }
  return { decisions, said };
}

/** Each sentence in the place of another one, so that whoever reads them takes harm for none and none for harm. */
function swapped(): Reword {
  const all = [...new Set(LINES.flatMap((line) => analysisOf(line).unknown.map(({ why }) => why)))];
  const next = new Map(all.map((sentence, index) => [sentence, all[(index + 1) % all.length] ?? '']));
  return (sentence) => next.get(sentence) ?? sentence;
}

test('no decision changes when every sentence is another, or empty', async () => {
  const asWritten = await decideAll((sentence) => sentence);
  const verdicts = asWritten.decisions.map((one) => JSON.stringify(one));
  expect(LINES.length).toBeGreaterThan(100);
  // All kinds of answers are among them, and it is doubts that they come of.
  for (const verdict of ['safe', 'risky', 'deny']) {
    expect(verdicts.filter((one) => one.includes(`"risk":["${verdict}"`)).length).toBeGreaterThan(0);
  }
  expect([...asWritten.said].filter((one) => one.startsWith('What it does is not proven')).length).toBeGreaterThan(10);

  for (const reword of [swapped(), () => '']) {
    const { decisions, said } = await decideAll(reword);

    expect(decisions).toEqual(asWritten.decisions);
    // The words did reach whoever decides.
    expect(said).not.toEqual(asWritten.said);
  }
});

/** Line that is safe in spite of the doubt, for each doubt that may be harmless. */
const SAFE_IN_SPITE: Partial<Record<DoubtCode, string>> = {
  arithmetic: 'echo $((1 + 2)) > a',
  assignment: 'A=1',
  braces: 'echo {a,b} > a',
  'command-substitution': 'echo $(ls) > a',
  glob: 'echo *.md > a',
  'loop-variable': 'for i in 1 2; do touch a; done',
  'process-substitution': 'tee a < <(ls)',
  tilde: 'echo ~/a > a',
  'variable-expansion': 'echo $x',
  'job-control': 'jobs',
  'may-end-line': 'for i in 1; do touch a; break; done',
  'other-folder': 'pushd sub',
  'sets-variables': 'export A=1',
  'shell-mode': 'set -e; touch a',
  'shows-variables': 'printenv',
  'arguments-from-input': 'ls | xargs echo',
  'found-names': "find . -name '*.txt' -exec cat {} + > all",
  'on-signal': "trap 'echo done' EXIT; touch a",
  'reads-folders': 'grep -d recurse x a > b',
};

test.each(Object.entries(SAFE_IN_SPITE))(
  '%s is harmless by its code, whatever its sentence: %s',
  async (code, line) => {
    const verdictWith = async (change: (doubt: Doubt) => Doubt) => {
      const { unknown, ...rest } = analysisOf(line);
      const classify = createRiskClassifier({
        ...PLACES,
        rules: () => ({ user: [], workspace: [] }),
        analyse: async () => ({ ...rest, unknown: unknown.map(change) }),
      });
      return (await classify({ command: line, cwd: WORKSPACE, workspace: WORKSPACE })).verdict;
    };
    const isAbout = (doubt: Doubt) => doubt.code === code;

    expect(analysisOf(line).unknown.filter(isAbout)).not.toEqual([]);
    expect(await verdictWith((doubt) => doubt)).toBe('safe');
    expect(await verdictWith((doubt) => ({ ...doubt, why: 'it runs the contents of a file' }))).toBe('safe');
    expect(await verdictWith((doubt) => (isAbout(doubt) ? { ...doubt, code: 'runs-file' } : doubt))).toBe('risky');
  },
);

test('a proof is no sentence: a recorded decision is made again the same when the record says nothing, and from older records', async () => {
  let mode: PermissionMode = 'ask';
  let kept = '';
  const rules = () => ({ user: [allows('touch')], workspace: [] });
  const keep = async (text: string) => {
    kept = text;
    return RULES_HASH;
  };
  const { policy } = policyWith({ rules, modeOf: async () => mode, keep });
  let proven = 0;
  for (const line of LINES) {
    mode = mode === 'ask' ? 'read-only' : 'ask';
    const { judgement, judged } = await policy({ ...askedAbout(line), session: 's' });
    if (judged?.proof === undefined || !('line' in judged.proof)) throw new Error(`No proof is recorded of ${line}`);
    const { line: whole, parts } = judged.proof;
    if (parts.some(({ isProven }) => isProven)) proven += 1;
    const speechless = { line: unsaid(whole), parts: parts.map(unsaid) };
    const older = { isProven: whole.isProven, why: whyOf(whole), parts: parts.map(whyOf) };
    const again = await replayed(judged, kept);

    expect(again).toEqual(judgement);
    expect(await replayed({ ...judged, proof: older }, kept)).toEqual(judgement);
    expect(decisionOf(await replayed({ ...judged, proof: speechless }, kept))).toEqual(decisionOf(judgement));
  }
  expect(proven).toBeGreaterThan(20);
});

test('a doubt that nobody has judged is not harmless', () => {
  const span = { start: 0, end: 2 };
  const isFine = (code: string) =>
    isHarmlessDoubt({ span, code: code as DoubtCode, why: 'it reads folders' }, { ...analysisOf('ls'), unknown: [] });

  expect(isFine('reads-folders')).toBe(true);
  expect(['runs-file', 'of-next-year', 'constructor', '__proto__'].filter(isFine)).toEqual([]);
});

const unsaid = (one: ReadProof): ReadProof => (one.isProven ? one : { isProven: false, why: '' });
const whyOf = (one: ReadProof): string => (one.isProven ? '' : one.why);

async function replayed(judged: DecisionBasis, rules: string): Promise<Judgement> {
  const data = { callId: 'c', by: 'rule', verdict: 'allow', judged: JSON.parse(JSON.stringify(judged)) };
  const event: AnyLedgerEvent = { v: 1, id: 'e', at: 0, session: 's', previous: '', type: 'approval.decided', data };
  const made = await replayDecision(event, async () => rules);
  if (made === undefined) throw new Error('It was taken for no decision');
  return made.again;
}
