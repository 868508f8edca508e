/** The closed list of programs that only read, and those that only run another one. */
import {
  argumentSyntaxOf,
  optionsOf,
  PROGRAMS,
  type ProgramDeclaration,
  plainWords,
  readWords,
  shorten,
} from '#shell-analysis';
import { whyNotFind } from './find.ts';
import { whyNotGit } from './git.ts';
import type { PathJudge } from './path-judge.ts';
import { whyNotGiven, whyNotOperands, whyNotWords } from './why-not-words.ts';

/** Explains why a program with these arguments is not proven to only read, or returns nothing. */
export function whyNotReader(argv: readonly string[], pathJudge: PathJudge): string | undefined {
  const [written = '', ...given] = argv;
  const name = written.replace(/^\/(usr\/)?bin\//, '');
  const declared = PROGRAMS.get(name);
  if (declared !== undefined && isVersionQuestion(declared, given)) return undefined;
  if (name === 'find') return whyNotFind(given, pathJudge, whyNotReader);
  if (name === 'git') return whyNotGit(given, pathJudge);
  if (declared?.readsOnly === undefined)
    return `${shorten(written) || 'an empty name'} is not on the list of programs that only read`;
  return declared.runs === undefined
    ? whyNotWords(declared, given, pathJudge)
    : whyNotRun(name, declared, given, pathJudge);
}

/** A question for nothing but the version: all that is proven of programs that take the rest from files of the workspace. */
const isVersionQuestion = ({ versionWords }: ProgramDeclaration, given: readonly string[]): boolean =>
  given.length === 1 && versionWords?.split(' ').includes(given[0] ?? '') === true;

/** A program that runs the rest of its words. */
function whyNotRun(
  name: string,
  declared: ProgramDeclaration,
  given: readonly string[],
  pathJudge: PathJudge,
): string | undefined {
  if (declared.question?.test(given[0] ?? ''))
    return whyNotWords(PROGRAMS.get('type') ?? {}, given.slice(1), pathJudge);
  const read = readWords(plainWords(given), optionsOf(declared), argumentSyntaxOf(declared));
  const skipped = declared.runs?.skip ?? 0;
  const why =
    whyNotGiven(read, pathJudge) ??
    whyNotOperands(read.operands.slice(0, skipped), declared.operands ?? '', { pathJudge });
  if (why !== undefined) return why;
  const argv = read.operands.slice(skipped).map(({ literal = '' }) => literal);
  const [program] = argv;
  if (program === undefined) return 'it runs nothing';
  // A command of the shell's own changes its state alone, which is nothing when another program runs it.
  return PROGRAMS.get(program)?.isOfShell ? `${name} ${program} is not looked into` : whyNotReader(argv, pathJudge);
}
