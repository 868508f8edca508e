/** One part of a line: its assignments, redirections and words, and whether its program only reads with them. */
import type { Analysis, Redirection, SimpleCommand } from '#shell-analysis';
import { type ExpandedWords, expandWord, type VariableChoice } from './argument-words.ts';
import type { PathJudge } from './path-judge.ts';
import { whyNotReader } from './programs.ts';
import { isPlainName } from './variables.ts';
import { whyNotXargs } from './xargs.ts';

/** Judgement about a part: its words, and why it is not proven. */
export interface PartProof {
  readonly why: string | undefined;
  readonly argv: readonly string[];
}

export interface ProofContext {
  readonly analysis: Analysis;
  readonly pathJudge: PathJudge;
  readonly choice: VariableChoice;
}

/** Judges one part in one folder, with its variables set in one way. */
export function judgePart(index: number, { analysis, pathJudge, choice }: ProofContext): PartProof {
  const part = analysis.parts[index];
  if (part === undefined) return { why: 'there is no such part', argv: [] };
  const beside =
    whyNotAssigned(part) ??
    part.redirections.map((one) => whyNotRedirection(one, pathJudge, choice)).find((why) => why !== undefined);
  if (beside !== undefined) return { why: beside, argv: [] };
  // Redirections of a group, or alone.
  if (part.words.length === 0) {
    const isSomething = part.redirections.length > 0 || part.assignments.length > 0;
    return { why: isSomething ? undefined : 'there is no program', argv: [] };
  }
  if (part.program === undefined) return { why: 'its program is not literal', argv: [] };
  const expanded = expandWords(part, pathJudge, choice);
  if ('why' in expanded) return { why: expanded.why, argv: [] };
  const argv = expanded.words;
  if (argv[0] === 'xargs') return { why: whyNotXargs(argv, sourceOf(analysis, index, pathJudge), pathJudge), argv };
  return { why: whyNotReader(argv, pathJudge), argv };
}

function expandWords(part: SimpleCommand, pathJudge: PathJudge, choice: VariableChoice): ExpandedWords {
  const argv: string[] = [];
  for (const word of part.words) {
    const expanded = expandWord(word, pathJudge, part.program ?? '', choice);
    if ('why' in expanded) return expanded;
    argv.push(...expanded.words);
  }
  return { words: argv };
}

/** A variable may be set by itself, to a literal text, where nothing but the line's own words uses it. */
function whyNotAssigned({ assignments, words }: SimpleCommand): string | undefined {
  const isPlain = assignments.every(({ name, value }) => isPlainName(name) && value?.literal !== undefined);
  return assignments.length === 0 || (words.length === 0 && isPlain) ? undefined : 'it sets a variable';
}

function whyNotRedirection(redirection: Redirection, pathJudge: PathJudge, choice: VariableChoice): string | undefined {
  const { operator, target, here } = redirection;
  if (operator === '<<<' || operator === '<<') return here?.isLiteral ? undefined : 'what it is given is expanded';
  const path = target?.literal ?? inputPath(redirection, pathJudge, choice);
  if (path === undefined) return 'where it is redirected is not literal';
  if (operator === '<') return pathJudge.whyNotRead(path);
  if (/^(>|>>|&>|&>>)$/.test(operator) && path === '/dev/null') return undefined;
  if (operator === '>&' && /^[12]$|^\/dev\/null$/.test(path)) return undefined;
  return `it is redirected (${operator} ${path})`;
}

/** A variable may name what is read. */
function inputPath(
  { operator, target }: Redirection,
  pathJudge: PathJudge,
  choice: VariableChoice,
): string | undefined {
  if (operator !== '<' || target === undefined) return undefined;
  const expanded = expandWord(target, pathJudge, '<', choice);
  return 'words' in expanded && expanded.words.length === 1 ? expanded.words[0] : undefined;
}

/** Whether a redirection is of standard input, or may be: then a pipeline gives the program nothing. */
const isOfInput = ({ operator, descriptor }: Redirection): boolean => operator.startsWith('<') || descriptor === 0;

/** The stages of a pipeline before this one, the nearest last; what they print is what this one is given. */
function sourceOf({ parts, line }: Analysis, index: number, pathJudge: PathJudge): readonly (readonly string[])[] {
  if (parts[index]?.redirections.some(isOfInput)) return [];
  const stages: (readonly string[])[] = [];
  let start = parts[index]?.span.start ?? 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    const part = parts[at];
    if (part === undefined || part.wrappers.length > 0) continue;
    if (!/^[ \t]*\|\s*$/.test(line.slice(part.span.end, start))) break;
    const expanded = expandWords(part, pathJudge, new Map());
    if ('why' in expanded || part.redirections.length > 0) return [];
    stages.unshift(expanded.words);
    start = part.span.start;
  }
  return stages;
}
