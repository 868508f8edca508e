/** find, with tests and prints alone, and -exec of programs that only read. */
import { type Check, shorten } from './grammar.ts';
import type { Reader } from './reader.ts';

const TEXT =
  'name iname path ipath wholename iwholename regex iregex lname ilname user group fstype regextype printf'.split(' ');
const NUMBER = 'mtime mmin atime amin ctime cmin links inum uid gid used size perm'.split(' ');
const DEPTH = ['maxdepth', 'mindepth'];
const FILE = ['newer', 'anewer', 'cnewer', 'samefile'];
export const ALONE =
  'empty readable writable executable true false print print0 ls prune quit depth d daystart xdev mount nouser nogroup not a and o or noleaf ignore_readdir_race noignore_readdir_race warn nowarn'.split(
    ' ',
  );

/** What stands for a name that find will put in: below the first folder, so it never looks like an option. */
export const FOUND = 'found';

type ProgramCheck = (argv: readonly string[], reader: Reader) => string | undefined;

export function findCheckWith(programCheck: ProgramCheck): Check {
  return (given, reader) => {
    if (given.length === 1 && /^--(help|version)$/.test(given[0] ?? '')) return undefined;
    const { starts, tests } = divided(given);
    const outside = starts.map((start) => reader.whyNotSee(start)).find((one) => one !== undefined);
    return outside ?? new Expression(tests, starts.length > 0 ? starts : ['.'], reader, programCheck).problem();
  };
}

/** Folders come first, behind the one option that is known. */
function divided(given: readonly string[]): { readonly starts: readonly string[]; readonly tests: readonly string[] } {
  const words = given[0] === '-P' || given[0] === '-H' ? given.slice(1) : given;
  const at = words.findIndex((word) => /^[-(!),]/.test(word));
  return at < 0 ? { starts: words, tests: [] } : { starts: words.slice(0, at), tests: words.slice(at) };
}

class Expression {
  readonly #words: readonly string[];
  readonly #starts: readonly string[];
  readonly #reader: Reader;
  readonly #programCheck: ProgramCheck;
  #at = 0;

  constructor(words: readonly string[], starts: readonly string[], reader: Reader, programCheck: ProgramCheck) {
    this.#words = words;
    this.#starts = starts;
    this.#reader = reader;
    this.#programCheck = programCheck;
  }

  problem(): string | undefined {
    while (this.#at < this.#words.length) {
      const word = this.#next() ?? '';
      const why = /^[()!,]$/.test(word) ? undefined : this.#primary(word);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  #next(): string | undefined {
    this.#at += 1;
    return this.#words[this.#at - 1];
  }

  #primary(word: string): string | undefined {
    const name = word.slice(1);
    if (!word.startsWith('-')) return `'${shorten(word)}' is no test of find`;
    if (ALONE.includes(name)) return undefined;
    if (name === 'exec') return this.#exec();
    const fits = valueCheck(name);
    const value = this.#next();
    if (fits === undefined || value === undefined) return `find ${word} is not known to read only`;
    if (fits === 'path') return this.#reader.whyNotSee(value);
    return fits.test(value) ? undefined : `'${shorten(value)}' is no value of ${word}`;
  }

  /** The program runs with names of what was found: it must only read, whichever file that is. */
  #exec(): string | undefined {
    const argv = this.#executed();
    if (argv === undefined) return 'find -exec has no end';
    if (argv[0]?.includes('{}')) return 'find runs what it finds';
    if (argv.some((word) => word !== '{}' && word.includes('{}'))) return 'find puts a name into an argument';
    return this.#starts.map((start) => this.#whyNotBelow(start, argv)).find((why) => why !== undefined);
  }

  #executed(): readonly string[] | undefined {
    const argv: string[] = [];
    for (let word = this.#next(); word !== undefined; word = this.#next()) {
      if (word === ';' || (word === '+' && argv.at(-1) === '{}')) return argv;
      argv.push(word);
    }
    return undefined;
  }

  /** What an option takes may be a name, too; it is a path that is read all the same, and a link is followed. */
  #whyNotBelow(start: string, argv: readonly string[]): string | undefined {
    const found = start.endsWith('/') ? `${start}${FOUND}` : `${start}/${FOUND}`;
    const given = argv.map((word) => (word === '{}' ? found : word));
    return this.#programCheck(given, this.#reader) ?? this.#reader.whyNotReadBelow(start, { isFollowing: true });
  }
}

/** What the value of a test must be like; undefined of tests that are not known. */
function valueCheck(name: string): RegExp | 'path' | undefined {
  if (TEXT.includes(name) || /^newer[aBcm]t$/.test(name)) return /^/;
  if (NUMBER.includes(name)) return /^[-+/]?[0-9a-zA-Z=,+-]{1,20}$/;
  if (DEPTH.includes(name)) return /^\d{1,6}$/;
  if (name === 'type' || name === 'xtype') return /^[bcdpflsD](,[bcdpflsD])*$/;
  return FILE.includes(name) || /^newer[aBcm][aBcm]$/.test(name) ? 'path' : undefined;
}
