/** xargs over programs that only read: what it gives them are names that find printed, below folders of the workspace. */
import { argumentSyntaxOf, has, optionsOf, PROGRAMS, plainWords, readWords } from '#shell-analysis';
import { whyNotFound } from './find.ts';
import { type FoundNames, namesPrintedByFind } from './found-names.ts';
import type { PathJudge } from './path-judge.ts';
import { whyNotReader } from './programs.ts';
import { whyNotGiven } from './why-not-words.ts';

/** Whether a program belongs to the shell, or runs another program itself. */
function isNotThrough(written: string): boolean {
  const program = written.replace(/^.*\//, '');
  const declared = PROGRAMS.get(program);
  return program === 'find' || declared?.isOfShell === true || declared?.runs !== undefined;
}

/**
 * Explains why it is not proven that xargs only reads, or returns nothing.
 *
 * @param source the stages of the pipeline before it
 */
export function whyNotXargs(
  argv: readonly string[],
  source: readonly (readonly string[])[],
  pathJudge: PathJudge,
): string | undefined {
  const [first, ...filters] = source;
  if (first?.[0] !== 'find' || !filters.every(passesLines)) return 'what xargs is given is known only when it runs';
  const found = namesPrintedByFind(first.slice(1));
  if (typeof found === 'string') return found;
  const program = xargsProgram(argv.slice(1), pathJudge);
  if (typeof program === 'string') return program;
  if (isNotThrough(program.argv[0] ?? '')) return `xargs with ${program.argv[0]} is not looked into`;
  if (program.hasNulls !== found.hasNulls || (program.hasNulls && filters.length > 0))
    return 'find and xargs divide names in different ways';
  const whys = found.starts.map((start) => whyNotBelow(start, { program, found, pathJudge }));
  return whys.find((why) => why !== undefined);
}

interface XargsCommand {
  readonly program: XargsRun;
  readonly found: FoundNames;
  readonly pathJudge: PathJudge;
}

/** Judged with a name below the folder, which therefore never looks like an option; then the names that are there. */
function whyNotBelow(start: string, { program, found, pathJudge }: XargsCommand): string | undefined {
  const before = pathJudge.below.length;
  const { argv, replaced } = program;
  const wordsWith = (name: string) =>
    replaced === undefined ? [...argv, name, name] : argv.map((word) => (word === replaced ? name : word));
  const why = pathJudge.whyNotSee(start) ?? whyNotFound(start, wordsWith, (words) => whyNotReader(words, pathJudge));
  if (why !== undefined) return why;
  // What goes through folders reads more than what find named.
  const names = pathJudge.below.length > before ? undefined : found.names;
  const { hasNulls, skipsModules } = found;
  // A link among them is followed by the program.
  const manner = { isFollowing: true, opensNames: true, names, isDivided: !hasNulls, skipsModules };
  return pathJudge.whyNotReadBelow(start, manner);
}

interface XargsRun {
  readonly argv: readonly string[];
  readonly hasNulls: boolean;
  readonly replaced: string | undefined;
}

function xargsProgram(words: readonly string[], pathJudge: PathJudge): XargsRun | string {
  const declared = PROGRAMS.get('xargs') ?? {};
  const read = readWords(plainWords(words), optionsOf(declared), argumentSyntaxOf(declared));
  const why = whyNotGiven(read, pathJudge);
  if (why !== undefined) return why;
  const argv = read.operands.map(({ literal = '' }) => literal);
  const value = (name: string) => read.given.findLast((option) => option.name === name)?.value;
  const replaced = value('-I');
  if (replaced !== undefined && (replaced === '' || argv[0]?.includes(replaced))) return 'xargs runs what it is given';
  if (replaced !== undefined && argv.some((word) => word !== replaced && word.includes(replaced)))
    return 'xargs puts a name into an argument';
  const hasNulls = has(read, '-0', '--null');
  const divided = whyNotDivided(value('-d') ?? value('--delimiter'), hasNulls);
  if (divided !== undefined) return divided;
  return { argv: argv.length > 0 ? argv : ['echo'], hasNulls, replaced };
}

/** The last of two ways to divide counts: with one of them, a name with a line in it would become two. */
function whyNotDivided(delimiter: string | undefined, hasNulls: boolean): string | undefined {
  if (delimiter === undefined) return undefined;
  if (!/^(\\n|\n)$/.test(delimiter)) return 'xargs divides in an unknown way';
  return hasNulls ? 'xargs divides in two ways' : undefined;
}

/** Options with which filters print some of the lines they are given, as they are. */
const KEEPING: Readonly<Record<string, RegExp>> = {
  sort: /^-[urnVf]$/,
  uniq: /^-[urnVf]$/,
  head: /^-(n|NUM)$/,
  tail: /^-(n|NUM)$/,
  ...Object.fromEntries(['grep', 'egrep', 'fgrep'].map((name) => [name, /^-[vEFiwx]$/])),
};

function passesLines([name = '', ...words]: readonly string[]): boolean {
  const keeping = Object.hasOwn(KEEPING, name) ? KEEPING[name] : undefined;
  const declared = PROGRAMS.get(name);
  if (keeping === undefined || declared === undefined) return false;
  const read = readWords(plainWords(words), optionsOf(declared), argumentSyntaxOf(declared));
  const isPlain = read.given.every(({ name: option, value }) => keeping.test(option) && /^[+]?\d+$/.test(value ?? '1'));
  return isPlain && read.unknown.length === 0 && read.operands.length === (/grep$/.test(name) ? 1 : 0);
}
