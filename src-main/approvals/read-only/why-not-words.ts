/** Whether a program only reads with its words, by what is declared of it. */
import {
  type ArgumentWord,
  argumentSyntaxOf,
  has,
  operandKinds,
  optionsOf,
  type ParsedArguments,
  type ProgramDeclaration,
  plainWords,
  readWords,
  shorten,
  type UnknownOption,
  valueProblem,
} from '#shell-analysis';
import type { PathJudge } from './path-judge.ts';
import { treeManner } from './tree-manner.ts';

type Objection = string | undefined;
/** Judges values and operands that name something, by their kind. */
export type KindChecks = Readonly<Record<string, (value: string, pathJudge: PathJudge) => Objection>>;

const PATHS: KindChecks = {
  read: (value, pathJudge) => pathJudge.whyNotRead(value),
  see: (value, pathJudge) => pathJudge.whyNotSee(value),
  disk: (value, pathJudge) => (value === '/' || value === '/tmp' ? undefined : pathJudge.whyNotSee(value)),
  folder: (value, pathJudge) => (value.startsWith('-') ? 'cd - goes back to where it was' : pathJudge.whyNotSee(value)),
  // What has an equals sign is an assignment, also of what it reads next.
  input: (value, pathJudge) =>
    value.includes('=') ? 'an operand with = sets a variable' : pathJudge.whyNotRead(value),
};
const WRITTEN = new Set(['write', 'delete', 'send', 'unsure']);
const UNKNOWN: Readonly<Record<UnknownOption<unknown>['fault'], string>> = {
  'not-known': 'is not known to read only',
  'takes-no-value': 'takes no value',
  'lacks-value': 'lacks its value',
};

/** Explains why a program is not proven to only read with these words, or returns nothing. */
export function whyNotWords(declared: ProgramDeclaration, words: readonly string[], pathJudge: PathJudge): Objection {
  const how = declared.readsOnly;
  if (how === undefined) return 'it is not on the list of programs that only read';
  const proof = how === true ? {} : how;
  if (proof.whyNotWords !== undefined) return proof.whyNotWords(words, (path) => pathJudge.whyNotSee(path));
  const read = readWords(plainWords(words), optionsOf(declared), argumentSyntaxOf(declared));
  const kinds = proof.operands?.(read) ?? expectedOperands(declared, read);
  return (
    whyNotGiven(read, pathJudge) ??
    whyNotOperands(read.operands, kinds, { pathJudge }) ??
    proof.whyNot?.(read) ??
    whyNotBelow(declared, read, pathJudge)
  );
}

/** Explains why the options of a program do not only read, or returns nothing. */
export function whyNotGiven(
  read: ParsedArguments<ArgumentWord>,
  pathJudge: PathJudge,
  checks: KindChecks = {},
): Objection {
  const [unknown] = read.unknown;
  if (unknown !== undefined) return `the option ${unknown.name} ${UNKNOWN[unknown.fault]}`;
  const odd = read.given.find(({ option }) => !option.grades.has('proven'));
  if (odd !== undefined) return `the option ${odd.name} is not known to read only`;
  for (const { option, value } of read.given) {
    const kind = option.kind.split('+')[0] ?? '';
    const why = kind === '' || value === undefined ? undefined : whyNotValue(kind, value, { pathJudge, checks });
    if (why !== undefined) return why;
  }
  return undefined;
}

interface WordsContext {
  readonly pathJudge: PathJudge;
  readonly checks?: KindChecks;
}

/** Explains why operands are not of their kinds, in order, or returns nothing. */
export function whyNotOperands(operands: readonly ArgumentWord[], kinds: string, judging: WordsContext): Objection {
  const all = operandKinds(kinds);
  const written = all.findIndex(({ kind }) => WRITTEN.has(kind));
  const expected = written < 0 ? all : all.slice(0, written);
  let index = 0;
  for (const { literal = '' } of operands) {
    const known = expected[index];
    if (known === undefined) return `'${shorten(literal)}' is one operand too many to be sure that it only reads`;
    const why = whyNotValue(known.kind, literal, judging);
    if (why !== undefined) return why;
    if (!known.isRepeated) index += 1;
  }
  return expected[index]?.mayBeMissing === false ? 'an operand is missing' : undefined;
}

function whyNotValue(kind: string, value: string, { pathJudge, checks = {} }: WordsContext): Objection {
  const known = Object.hasOwn(checks, kind) ? checks[kind] : Object.hasOwn(PATHS, kind) ? PATHS[kind] : undefined;
  return known === undefined ? valueProblem(kind, value) : known(value, pathJudge);
}

/** Returns the operands to expect, without the pattern or script if an option supplies it or only help is requested. */
export function expectedOperands(
  { operands = '', standIns }: ProgramDeclaration,
  read: ParsedArguments<ArgumentWord>,
): string {
  const isGiven = standIns !== undefined && has(read, ...standIns, '--help', '--version');
  return isGiven ? operands.replace(/^\S+ ?/, '') : operands;
}

/** The operands that are read, with all that is below them; none means where it runs. */
function whyNotBelow(
  declared: ProgramDeclaration,
  read: ParsedArguments<ArgumentWord>,
  pathJudge: PathJudge,
): Objection {
  const tree = declared.below?.(read);
  if (tree === undefined || has(read, '--help', '--version')) return undefined;
  const isFirst = declared.standIns !== undefined && !has(read, ...declared.standIns);
  const paths = read.operands.slice(isFirst ? 1 : 0).map(({ literal = '' }) => literal);
  const how = treeManner(tree);
  return (paths.length === 0 ? ['.'] : paths)
    .map((path) => pathJudge.whyNotReadBelow(path, how))
    .find((why) => why !== undefined);
}
