/** xargs over programs that only read: what it gives them are names that find printed, below folders of the workspace. */
import { FOUND } from './find.ts';
import { type FoundNames, foundBy } from './found-names.ts';
import { optionTable, parseArguments } from './option-table.ts';
import { whyNotReader } from './programs.ts';
import type { Reader } from './reader.ts';

const OPTIONS = optionTable(
  '-0rtx -n=number -L=number -P=number -s=number -I=text -d=text --null --no-run-if-empty --max-args=number --max-lines=number --max-procs=number --max-chars=number --verbose --exit --delimiter=text',
);
/** Builtins that mean something else to a shell. */
const NOT_THROUGH = new Set(['cd', 'exit', 'type', 'command', 'xargs', 'find', 'timeout', 'nice', 'stdbuf']);

/**
 * Why it is not proven that xargs only reads, or nothing.
 *
 * @param source the stages of the pipeline before it
 */
export function whyNotXargs(
  argv: readonly string[],
  source: readonly (readonly string[])[],
  reader: Reader,
): string | undefined {
  const [first, ...filters] = source;
  if (first?.[0] !== 'find' || !filters.every(passesLines)) return 'what xargs is given is known only when it runs';
  const found = foundBy(first.slice(1));
  if (typeof found === 'string') return found;
  const program = programOf(argv.slice(1));
  if (typeof program === 'string') return program;
  if (NOT_THROUGH.has(program.argv[0] ?? '')) return `xargs with ${program.argv[0]} is not looked into`;
  if (program.hasNulls !== found.hasNulls || (program.hasNulls && filters.length > 0))
    return 'find and xargs divide names in different ways';
  const whys = found.starts.map((start) => whyNotBelow(start, { program, found, reader }));
  return whys.find((why) => why !== undefined);
}

interface Given {
  readonly program: Run;
  readonly found: FoundNames;
  readonly reader: Reader;
}

/** Judged with a name below the folder, which therefore never looks like an option; then the names that are there. */
function whyNotBelow(start: string, { program, found, reader }: Given): string | undefined {
  const before = reader.below.length;
  const name = `${start}/${FOUND}`;
  const given = program.argv.map((word) => (word === program.replaced ? name : word));
  const argv = program.replaced === undefined ? [...given, name, name] : given;
  const why = reader.whyNotSee(start) ?? whyNotReader(argv, reader);
  if (why !== undefined) return why;
  // What goes through folders reads more than what find named.
  const names = reader.below.length > before ? undefined : found.names;
  const { hasNulls, skipsModules } = found;
  // A link among them is followed by the program.
  return reader.whyNotReadBelow(start, { isFollowing: true, names, isDivided: !hasNulls, skipsModules });
}

interface Run {
  readonly argv: readonly string[];
  readonly hasNulls: boolean;
  readonly replaced: string | undefined;
}

function programOf(given: readonly string[]): Run | string {
  const read = parseArguments(beforeProgram(given), OPTIONS, true);
  if (typeof read === 'string') return read;
  const argv = given.slice(beforeProgram(given).length);
  const value = (name: string) => read.options.findLast((option) => option.name === name)?.value;
  const replaced = value('I');
  if (replaced !== undefined && (replaced === '' || argv[0]?.includes(replaced))) return 'xargs runs what it is given';
  if (replaced !== undefined && argv.some((word) => word !== replaced && word.includes(replaced)))
    return 'xargs puts a name into an argument';
  const delimiter = value('d') ?? value('delimiter');
  if (delimiter !== undefined && !/^(\\n|\n)$/.test(delimiter)) return 'xargs divides in an unknown way';
  const hasNulls = read.options.some(({ name }) => name === '0' || name === 'null');
  return { argv: argv.length > 0 ? argv : ['echo'], hasNulls, replaced };
}

/** Options of xargs itself, each with its value. */
function beforeProgram(given: readonly string[]): readonly string[] {
  let at = 0;
  for (; given[at]?.startsWith('-'); at += 1) {
    if (/^-[nLPsId]$|^--(max-(args|lines|procs|chars)|delimiter)$/.test(given[at] ?? '')) at += 1;
  }
  return given.slice(0, at);
}

/** Filters that print some of the lines they are given, as they are. */
const passesLines = ([name = '', ...given]: readonly string[]): boolean => {
  if (name === 'sort' || name === 'uniq') return given.every((word) => /^-[urnVf]+$/.test(word));
  if (name === 'head' || name === 'tail') return /^(-n? ?[+]?\d+)?$/.test(given.join(' '));
  const operands = given.filter((word) => !word.startsWith('-'));
  return (
    /^[ef]?grep$/.test(name) &&
    operands.length === 1 &&
    given.every((word) => !word.startsWith('-') || /^-[vEFiwx]+$/.test(word))
  );
};
