/** Length above which scripts are not examined. */
const MAX_LENGTH = 10_000;
/** Commands without text or label after them that neither write, read, run nor go elsewhere. */
const PLAIN = 'pPdDqQnNgGhHx=lz';
/** Commands among them that may be followed by a number. */
const NUMBERED = 'qQl';
const OF_FILES: Readonly<Record<string, SedFile['kind']>> = { r: 'read', R: 'read', w: 'write', W: 'write' };
const SUBSTITUTE_FLAGS = /^[gpiIMm0-9]*$/;
const LABEL = /[ \t]*[^\s;}]*/y;
const DEPTH: Readonly<Record<string, number>> = { '{': 1, '}': -1 };
const BRACKET = /\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/y;

/** File that a command of the script names. */
export interface SedFile {
  readonly kind: 'read' | 'write';
  readonly path: string;
}

export interface SedScript {
  /** Files that it reads and writes, as far as it is understood. */
  readonly files: readonly SedFile[];
  /** Reason why it is not known only to print, or nothing. */
  readonly problem: string | undefined;
  /** Whether it may quit before the end of its input. */
  readonly quits: boolean;
  /** Whether it goes to labels, so that it may never end. */
  readonly jumps: boolean;
}

/** A script of sed: GNU sed's grammar without `e w W r R F v` and such, which read, write or run. */
export function readSed(script: string): SedScript {
  const reader = new SedReader(script);
  const problem = script.length > MAX_LENGTH ? 'the sed script is too long to be checked' : reader.problem();
  return { problem, files: reader.files, quits: reader.quits, jumps: reader.jumps };
}

class SedReader {
  readonly files: SedFile[] = [];
  quits = false;
  jumps = false;
  readonly #script: string;
  /** Reason why it does more than print, of a command that is understood all the same. */
  #beyond: string | undefined;

  constructor(script: string) {
    this.#script = script;
  }

  problem(): string | undefined {
    let depth = 0;
    for (let at = this.#skip(0, /[\s;]/); at < this.#script.length; at = this.#skip(at, /[\s;]/)) {
      const begin = this.#addresses(at);
      if (begin === undefined) return this.#beyond ?? 'an address of the sed script is not understood';
      const after = this.#command(begin);
      if (typeof after === 'string') return this.#beyond ?? after;
      depth += DEPTH[this.#script[begin] ?? ''] ?? 0;
      at = after;
    }
    return this.#beyond ?? (depth === 0 ? undefined : 'the braces of the sed script do not match');
  }

  #command(at: number): number | string {
    const command = this.#script[at] ?? '';
    if (command === '#') return this.#lineEnd(at);
    if (command === '{') return at + 1;
    if (command === '}') return this.#closed(at + 1);
    if (command === 's' || command === 'y') return this.#exchange(at);
    if (/^[aic]$/.test(command)) return this.#textEnd(at + 1);
    if (/^[btT:]$/.test(command)) return this.#label(at);
    const kind = OF_FILES[command];
    const isPlain = command !== '' && PLAIN.includes(command);
    return isPlain ? this.#plain(command, at) : this.#beyondPrinting(`the sed command '${command}'`, kind, at + 1);
  }

  #plain(command: string, at: number): number | string {
    this.quits ||= command === 'q' || command === 'Q';
    const after = this.#skip(at + 1, / /);
    return this.#closed(NUMBERED.includes(command) ? this.#skip(after, /\d/) : after);
  }

  /** A name of a file goes to the end of the line, whatever is in it; what has none is not understood. */
  #beyondPrinting(what: string, kind: SedFile['kind'] | undefined, at: number): number | string {
    const problem = `${what} may write, read or run`;
    if (kind === undefined) return problem;
    this.#beyond ??= problem;
    const end = this.#lineEnd(at);
    const path = this.#script.slice(this.#skip(at, /[ \t]/), end);
    if (path !== '') this.files.push({ kind, path });
    return end;
  }

  /** A label without blanks: GNU sed takes what stands behind one as the next command. */
  #label(at: number): number | string {
    this.jumps = true;
    LABEL.lastIndex = at + 1;
    const label = LABEL.exec(this.#script)?.[0] ?? '';
    return this.#script[at] === ':' && label.trim() === ''
      ? 'a label has no name'
      : this.#closed(at + 1 + label.length);
  }

  /** A command ends with its line, `;`, a brace or a comment. */
  #closed(at: number): number | string {
    const after = this.#skip(at, /[ \t]/);
    const next = this.#script[after];
    return next === undefined || /[\n;}#]/.test(next) ? after : 'a sed command goes on after its end';
  }

  #exchange(at: number): number | string {
    const mark = this.#script[at + 1];
    if (mark === undefined || /[\s\\]/.test(mark)) return 's or y has no delimiter';
    const isExpression = this.#script[at] === 's';
    const middle = this.#delimited(at + 2, mark, isExpression);
    const end = middle === undefined ? undefined : this.#delimited(middle, mark, false);
    if (end === undefined) return 's or y has no end that is understood';
    const after = this.#skip(end, /[^\s;}#]/);
    const flags = this.#script.slice(end, after);
    const written = isExpression ? /^[gpiIMme0-9]*w/.exec(flags)?.[0] : undefined;
    if (written !== undefined) return this.#beyondPrinting('the flag w of s', 'write', end + written.length);
    const areFine = isExpression ? SUBSTITUTE_FLAGS.test(flags) : flags === '';
    return areFine ? this.#closed(after) : `the flags '${flags}' of s may write or run`;
  }

  /**
   * Finds the position after the closing mark; sed and others differ on a mark in brackets, so that such a script is
   * not understood.
   */
  #delimited(from: number, mark: string, isExpression: boolean): number | undefined {
    let at: number | undefined = from;
    while (at !== undefined && at < this.#script.length) {
      const character = this.#script[at];
      if (character === mark) return at + 1;
      if (character === '[' && isExpression) at = this.#bracket(at, mark);
      else at += character === '\\' ? 2 : 1;
    }
    return undefined;
  }

  #bracket(at: number, mark: string): number | undefined {
    BRACKET.lastIndex = at;
    const bracket = BRACKET.exec(this.#script)?.[0];
    return bracket === undefined || bracket.includes(mark) ? undefined : at + bracket.length;
  }

  /** The text of a, i and c goes to the end of the line; a backslash lets it go on. */
  #textEnd(from: number): number {
    for (let at = from; at < this.#script.length; at += 1) {
      if (this.#script[at] === '\\') at += 1;
      else if (this.#script[at] === '\n') return at + 1;
    }
    return this.#script.length;
  }

  /** Finds the start of the command, after none, one or two addresses and any `!`. */
  #addresses(from: number): number | undefined {
    const first = this.#address(from);
    if (first === undefined || first === from) return first;
    const comma = this.#skip(first, /[ \t]/);
    if (this.#script[comma] !== ',') return this.#skip(comma, /[ \t!]/);
    const second = this.#skip(comma + 1, /[ \t]/);
    const relative = /^[+~]\d+/.exec(this.#script.slice(second, second + 40))?.[0];
    const end = relative ? second + relative.length : this.#address(second);
    return end === undefined || end === second ? undefined : this.#skip(end, /[ \t!]/);
  }

  /** The end of one address; if there is none, where it would begin. */
  #address(at: number): number | undefined {
    if (this.#script[at] === '$') return at + 1;
    const number = /^\d+(~\d+)?/.exec(this.#script.slice(at, at + 40))?.[0];
    if (number !== undefined) return at + number.length;
    const isOther = this.#script[at] === '\\';
    if (!isOther && this.#script[at] !== '/') return at;
    const mark = isOther ? this.#script[at + 1] : '/';
    if (mark === undefined || /[\n\\]/.test(mark)) return undefined;
    const end = this.#delimited(at + (isOther ? 2 : 1), mark, true);
    return end === undefined ? undefined : this.#skip(end, /[IM]/);
  }

  #lineEnd(at: number): number {
    const end = this.#script.indexOf('\n', at);
    return end < 0 ? this.#script.length : end;
  }

  #skip(from: number, what: RegExp): number {
    let at = from;
    while (at < this.#script.length && what.test(this.#script[at] ?? '')) at += 1;
    return at;
  }
}
