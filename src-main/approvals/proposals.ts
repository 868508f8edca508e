import { dirname, posix } from 'node:path';
import type { Judgement, ProposedRule, Question, Rule, RuleSubject } from '#contract';
import { isInside } from '#core/files/inside';
import { analyseSafely } from '#shell-analysis';
import type { Script } from './decide/facts.ts';
import { workingFolders } from './decide/folders.ts';
import { RUNS_AT } from './decide/place.ts';
import { diskNow } from './disk.ts';
import { scriptsIn } from './look-at-scripts.ts';
import { NOTHING_PROVEN } from './proof.ts';
import { exactRule, scriptOf } from './rules/exact-rule.ts';
import type { CommandRule } from './rules/match-arguments.ts';
import { openRule } from './rules/open-rule.ts';
import { subjectWords } from './rules/rule-words.ts';

/** Judges a question as if these additional rules allowed it. */
export type QuestionJudge = (rules: readonly Rule[]) => Promise<Judgement>;

/** A rule for a part of the line; of another subject, for the whole. */
interface Candidate {
  readonly subject: RuleSubject;
  readonly part: number;
}

/** Number of times a rule is widened. */
const WIDTHS = 2;

/** Rules that together would cover a question, narrowest first: only those with which it would be allowed. */
export async function proposalsFor(question: Question, judgeWith: QuestionJudge): Promise<ProposedRule[][]> {
  if (question.judgement && !question.judgement.canBeAllowed) return [];
  const sets =
    question.subject.kind === 'command'
      ? await setsOfCommand(question.subject, question.workspace, judgeWith)
      : ofWhole(question).map((subject) => [{ subject, part: 0 }]);
  const proposals = new Map<string, ProposedRule[]>();
  for (const set of sets) {
    const needed = await neededOf(set, judgeWith);
    if (needed.length > 0) proposals.set(keyOf(needed), needed.map(proposedIn(needed, question)));
  }
  return [...proposals.values()];
}

const proposedIn =
  (all: readonly Candidate[], { judgement }: Question) =>
  ({ subject, part }: Candidate): ProposedRule => {
    const text = all.length > 1 ? judgement?.parts[part]?.text : undefined;
    return { subject, words: subjectWords(subject), ...(text !== undefined && { part: text }) };
  };

const keyOf = (set: readonly Candidate[]): string => JSON.stringify(set.map(({ subject }) => subject));

/** Rules that are not saved, to be judged with. */
export const allowing = (subjects: readonly RuleSubject[]): Rule[] =>
  subjects.map((subject, index) => ({ id: `proposed-${index}`, verdict: 'allow', subject, at: 0 }));

const rulesOf = (set: readonly Candidate[]): Rule[] => allowing(set.map(({ subject }) => subject));

/**
 * Drops candidates that the others make redundant, such as the wrapper's own if the rule for the wrapped command covers
 * it; empty if even all of them do not suffice.
 */
async function neededOf(set: readonly Candidate[], judgeWith: QuestionJudge): Promise<readonly Candidate[]> {
  const distinct = set.filter((one, index) => index === set.findIndex((other) => keyOf([other]) === keyOf([one])));
  const isAllowed = async (some: readonly Candidate[]) => (await judgeWith(rulesOf(some))).verdict === 'allow';
  if (!(await isAllowed(distinct))) return [];
  let needed: readonly Candidate[] = distinct;
  for (const one of distinct) {
    const others = needed.filter((other) => other !== one);
    if (others.length > 0 && (await isAllowed(others))) needed = others;
  }
  return needed;
}

/**
 * Builds sets of rules by width, with one rule for every part that asks; where a wider rule would not cover its part,
 * the widest that does.
 */
async function setsOfCommand(
  { command, cwd }: Extract<Question['subject'], { kind: 'command' }>,
  workspace: string,
  judgeWith: QuestionJudge,
): Promise<Candidate[][]> {
  const analysis = await analyseSafely(command);
  const asked = await judgeWith([]);
  const folders = workingFolders(analysis, cwd);
  const scripts = scriptsIn(analysis, folders, diskNow());
  const facts = {
    analysis,
    folders,
    diskFacts: { proof: NOTHING_PROVEN, links: {}, scripts },
  };
  const runs = RUNS_AT[asked.sandbox];
  const asking = analysis.parts.flatMap((part, index) => {
    if (asked.parts[index]?.verdict === 'allow') return [];
    const exact = exactRule(part, index, facts, workspace);
    return exact === undefined ? [] : [{ part: index, rules: wider({ ...exact, runs }, scripts?.[index]?.at(-1)) }];
  });
  let last: Candidate[] = [];
  const sets: Candidate[][] = [];
  for (let width = 0; width < WIDTHS; width += 1) {
    const tried = asking.flatMap(({ part, rules }) => {
      const subject = rules[width];
      return subject === undefined ? [] : [{ subject, part }];
    });
    const { parts } = await judgeWith(rulesOf(tried));
    last = tried.map((one, index) => (parts[one.part]?.verdict === 'allow' ? one : (last[index] ?? one)));
    sets.push(last);
  }
  return sets;
}

/** Lists wider rules: the exact command first, then what the table of programs leaves open. */
function wider(exact: CommandRule, script: Script | undefined): CommandRule[] {
  const open = openRule(exact);
  return [exact, open === undefined ? exact : { ...open, ...scriptOf(script) }];
}

function ofWhole({ subject, workspace, tool }: Question): RuleSubject[] {
  switch (subject.kind) {
    case 'read':
    case 'change':
    case 'delete':
      return ofFile({ read: 'read', change: 'write', delete: 'delete' } as const, subject, workspace);
    case 'call':
      return ofCall(subject, tool);
    default:
      return [];
  }
}

function ofFile(
  access: Readonly<Record<'read' | 'change' | 'delete', 'read' | 'write' | 'delete'>>,
  { kind, path }: Extract<Question['subject'], { kind: 'read' | 'change' | 'delete' }>,
  workspace: string,
): RuleSubject[] {
  const named = (one: string) => (one !== workspace && isInside(workspace, one) ? posix.relative(workspace, one) : one);
  const whole = [named(path)];
  const folder = dirname(path);
  if (folder !== workspace && folder !== '/') whole.push(`${named(folder)}/*`, `${named(folder)}/**`);
  const plain = whole.filter((glob, index) => index > 0 || !/[*?]/.test(glob));
  return plain.map((glob) => ({ kind: 'file', access: access[kind], path: glob }));
}

function ofCall(
  { provider, arguments: given }: Extract<Question['subject'], { kind: 'call' }>,
  tool: string,
): RuleSubject[] {
  const values = Object.fromEntries(given.filter(({ path }) => path !== '…').map(({ path, text }) => [path, text]));
  return [
    { kind: 'tool', provider, tool, arguments: values },
    { kind: 'tool', provider, tool, arguments: {} },
  ];
}
