const WORDS = new Set(
  `BEGIN END print printf if else next exit in delete length substr index split sub gsub match sprintf tolower toupper int sqrt
  exp log sin cos atan2 gensub strftime NR NF FS OFS RS ORS FNR FILENAME SUBSEP RSTART RLENGTH OFMT IGNORECASE`.split(
    /\s+/,
  ),
);
const CALLS = new Set(
  'length substr index split sub gsub match sprintf tolower toupper int sqrt exp log sin cos atan2 gensub strftime print printf if exit'.split(
    ' ',
  ),
);

/** Loops over a number of fields or over an array end. */
const LOOPS =
  /\bfor\s*\(\s*(?:([a-z]\w*)\s*=\s*\d{1,4}\s*;\s*\1\s*<=?\s*(?:NF|\d{1,4})\s*;\s*(?:\1\+\+|\+\+\1)|[a-z]\w*\s+in\s+[a-z]\w*)\s*\)/g;

const TOKEN =
  /"(?:[^"\\\n]|\\[^\n])*"|[A-Za-z_]\w*(?:\s*\()?|\d+(?:\.\d+)?|\+\+|--|\|\||&&|[=!<>~+*%^-]=?|\/(?:[^/\\\n[\]]|\\[^\n]|\[\^?\]?(?:\[:\w+:\]|[^\][/\\\n])*\])*\/|[/\s(){}[\];,$!?:~]/y;

/** Pattern of the token before a slash that divides. */
const OPERAND_END = /^[\w."\])]+$|[\])"]$/;
/** Words behind which a slash begins a pattern all the same. */
const NO_OPERAND = /^(?:print|printf|in|else|exit)$/;
/** Tokens behind which a slash divides for one awk, and begins a pattern for another. */
const UNSURE_OPERAND = /^(?:\+\+|--|length|\/.+)$/s;

/** Runs a program, writes or reads a file, calls a function by its name, or loads what does. */
const BEYOND = /\||>|\bsystem\b|\bgetline\b|@|\bARGV\b|\bARGC\b/;

export interface AwkProgram {
  /**
   * Reason why it is not known only to print and to end, or nothing: commands, files, the environment, jumps, loops
   * without end.
   */
  readonly problem: string | undefined;
  /** Whether it may run a program, or read or write a file. */
  readonly reachesOut: boolean;
  /** Whether it may end before it has read everything. */
  readonly endsEarly: boolean;
}

export function readAwk(program: string): AwkProgram {
  const problem = awkProblem(program);
  return {
    problem,
    // `a || b` runs nothing.
    reachesOut: problem !== undefined && BEYOND.test(program.replaceAll('||', '')),
    // With nothing but BEGIN it reads nothing.
    endsEarly: /\b(?:exit|BEGIN)\b/.test(program),
  };
}

function awkProblem(program: string): string | undefined {
  // A loop's own variable must not be set in its body; one that counts NF must not have NF changed.
  if (/\bNF\s*(=[^=]|\+\+|--|[-+*/%^]=)|(\+\+|--)\s*NF/.test(program)) return 'the awk program changes NF';
  const text = program.replaceAll(LOOPS, ';');
  if (text !== program && countersSet(program)) return "the awk program changes a loop's variable";
  return new AwkScan(text).problem();
}

function countersSet(program: string): boolean {
  const body = program.replaceAll(LOOPS, ';');
  return [...program.matchAll(LOOPS)].some(
    ([, name]) =>
      name !== undefined &&
      new RegExp(`\\b${name}\\s*(=[^=]|\\+\\+|--|[-+*/%^]=)|(\\+\\+|--)\\s*${name}\\b`).test(body),
  );
}

/** `>` compares in a pattern and within parentheses; elsewhere it writes a file. */
class AwkScan {
  readonly #text: string;
  #braces = 0;
  /** Tokens that opened the parentheses around. */
  readonly #opened: string[] = [];
  /** The token before; a new statement's is a semicolon, whatever ended the last. */
  #before = ';';

  constructor(text: string) {
    this.#text = text;
  }

  problem(): string | undefined {
    let at = 0;
    while (at < this.#text.length) {
      const token = this.#tokenAt(at);
      if (token === undefined) return 'the awk program is not understood';
      const why = this.#look(token);
      if (why !== undefined) return why;
      this.#before = this.#seenAs(token);
      at += token.length;
    }
    return undefined;
  }

  #tokenAt(at: number): string | undefined {
    // A slash after an operand divides; elsewhere it begins a pattern.
    if (this.#text[at] === '/' && OPERAND_END.test(this.#before) && !NO_OPERAND.test(this.#before)) return '/';
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(this.#text)?.[0];
    return token === '/' ? undefined : token;
  }

  /** Form of a token by which a slash behind it is read: a line's end and the condition of an `if` begin a statement. */
  #seenAs(token: string): string {
    if (token === '\n') return ';';
    if (token === ')' && /^if\b/.test(this.#opened.pop() ?? '')) return ';';
    return token.trim() === '' ? this.#before : token;
  }

  #look(token: string): string | undefined {
    if (token === '{') this.#braces += 1;
    if (token === '}') this.#braces -= 1;
    if (token.endsWith('(')) this.#opened.push(token);
    if (token === ')' && this.#opened.length === 0) return 'the awk program is not understood';
    if (/^>/.test(token) && this.#braces > 0 && this.#opened.length === 0) return 'the awk program writes a file';
    if (token.startsWith('/') && UNSURE_OPERAND.test(this.#before)) return 'the awk program is not understood';
    return wordProblem(token);
  }
}

function wordProblem(token: string): string | undefined {
  const called = /^([A-Za-z_]\w*)\s*(\(?)$/.exec(token);
  if (called === null) return undefined;
  const [, name = '', parenthesis = ''] = called;
  if (parenthesis === '(' && !CALLS.has(name) && !/^(in|BEGIN|END)$/.test(name))
    return `the awk function ${name} is not known to compute only`;
  // Variables of the program's own are small letters; `getline`, `system` and the like are not.
  if (WORDS.has(name) || (/^[a-z]\w{0,30}$/.test(name) && !RESERVED.has(name))) return undefined;
  return `the awk program uses ${name}`;
}

const RESERVED = new Set(
  'getline system close fflush while do for function func return nextfile switch case default break continue srand rand systime namespace extension load include'.split(
    ' ',
  ),
);
