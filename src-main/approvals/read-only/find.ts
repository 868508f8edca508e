/** find, with tests and prints alone, and -exec of programs that only read. */
import { type ArgumentWord, type FindStep, PROGRAMS, shorten, valueProblem } from '#shell-analysis';
import { findWords, namesBefore } from './found-names.ts';
import type { PathJudge } from './path-judge.ts';

/** Placeholders for names that find will insert, below its first folder, so that they never look like an option. */
const FOUND = 'found';
/** One that no language understands. */
const ODD = 'found\n\u0001';

type ProgramCheck = (argv: readonly string[], pathJudge: PathJudge) => string | undefined;
type FindWordStep = FindStep<ArgumentWord>;

export function whyNotFind(
  given: readonly string[],
  pathJudge: PathJudge,
  whyNotProgram: ProgramCheck,
): string | undefined {
  const { manners, starts, steps } = findWords(given);
  // Links are not followed, and one manner is enough.
  if (manners.length > 1 || manners.some(({ literal }) => literal === '-L')) return 'find follows links';
  const folders = starts.length > 0 ? starts.map(({ literal = '' }) => literal) : ['.'];
  const outside = starts.map(({ literal = '' }) => pathJudge.whyNotSee(literal)).find((one) => one !== undefined);
  return outside ?? steps.map((step, at) => whyNotStep(step, at)).find((why) => why !== undefined);

  function whyNotStep(step: FindWordStep, at: number): string | undefined {
    if (step.type === 'mark') return undefined;
    if (step.type === 'test') return whyNotTest(step, pathJudge);
    if (step.type !== 'run' || step.word.literal !== '-exec')
      return `find ${shorten(step.word.text)} is not known to read only`;
    if (!step.hasEnd) return 'find -exec has no end';
    return whyNotExec(
      step.command.map(({ literal = '' }) => literal),
      namesBefore(steps, at),
    );
  }

  /** The program runs with names of what was found: it must only read, whichever file that is. */
  function whyNotExec(argv: readonly string[], names: readonly string[] | undefined): string | undefined {
    if (argv[0]?.includes('{}')) return 'find runs what it finds';
    if (argv.some((word) => word !== '{}' && word.includes('{}'))) return 'find puts a name into an argument';
    return folders.map((start) => whyNotBelow(start, argv, names)).find((why) => why !== undefined);
  }

  /**
   * Checks the program with a found name; the value of an option may be a name too, which is a path that is read all
   * the same, and a link is followed.
   */
  function whyNotBelow(start: string, argv: readonly string[], names: readonly string[] | undefined) {
    const before = pathJudge.below.length;
    const wordsWith = (name: string) => argv.map((word) => (word === '{}' ? name : word));
    const why = whyNotFound(start, wordsWith, (words) => whyNotProgram(words, pathJudge));
    // What goes through folders reads more than what find names.
    const read = pathJudge.below.length > before ? undefined : names;
    return why ?? pathJudge.whyNotReadBelow(start, { isFollowing: true, opensNames: true, names: read });
  }
}

/**
 * Explains why a program does not only read with whatever name is found below a folder, or returns nothing. A name may
 * be any text, so it must not be where the program expects one in its own language.
 */
export function whyNotFound(
  start: string,
  wordsWith: (name: string) => readonly string[],
  whyNot: (words: readonly string[]) => string | undefined,
): string | undefined {
  const below = start.endsWith('/') ? start : `${start}/`;
  const why = whyNot(wordsWith(`${below}${FOUND}`));
  const odd = wordsWith(`${below}${ODD}`);
  if (why !== undefined || !odd.some(takesScript)) return why;
  return whyNot(odd) && 'what it runs would take a name that is found for more than a name';
}

/** Whether a word names a program whose first operand is in a language of its own. */
const takesScript = (word: string): boolean =>
  /^(?:awk|jq|exact)\b/.test(PROGRAMS.get(word.replace(/^.*\//, ''))?.operands ?? '');

function whyNotTest(
  { option, values }: Extract<FindWordStep, { type: 'test' }>,
  pathJudge: PathJudge,
): string | undefined {
  const name = option.name.slice(1);
  if (!option.grades.has('proven') || values.length < option.words) return `find ${name} is not known to read only`;
  const value = values[0]?.literal;
  if (value === undefined) return undefined;
  return option.kind === 'see' ? pathJudge.whyNotSee(value) : valueProblem(option.kind, value);
}
