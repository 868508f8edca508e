import { AppError } from '#core/app-error';
import { WordBuilder } from './word-builder.ts';
import type { TypedWord } from './words.ts';

export interface ScannedLine {
  /** Words of each stage; a lone empty stage for a blank line. */
  readonly stages: readonly (readonly TypedWord[])[];
  /** The first thing that the grammar does not have. */
  readonly beyond: string | undefined;
  /** The line was read to its end. */
  readonly isWhole: boolean;
  /** Outside quotes. */
  readonly hasNewline: boolean;
}

/** Longest first. */
const OPERATORS = [
  '<<<',
  '&&',
  '||',
  '|&',
  ';;',
  '<<',
  '>>',
  '>&',
  '<&',
  '&>',
  '<>',
  '>|',
  '&',
  ';',
  '<',
  '>',
  '(',
  ')',
];
const PATTERNS = '{}*?[';

/** Splits a line into stages of words, and finds what only a shell understands. */
export class LineScanner {
  readonly #text: string;
  readonly #words = new WordBuilder();
  #at = 0;
  #beyond: string | undefined;
  #isWhole = true;
  #hasNewline = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws AppError INVALID_INPUT for an open quote and for a backslash at the end. */
  scan(): ScannedLine {
    while (this.#isWhole && this.#at < this.#text.length) this.#step(this.#text[this.#at] ?? '');
    this.#words.endWord(this.#at);
    const { stages } = this.#words;
    return { stages, beyond: this.#beyond, isWhole: this.#isWhole, hasNewline: this.#hasNewline };
  }

  #step(character: string): void {
    if (character === ' ' || character === '\t') this.#blank();
    else if (character === "'") this.#singleQuoted();
    else if (character === '"') this.#doubleQuoted();
    else if (character === '\\') this.#escaped();
    else if (character === '$') this.#dollar(false);
    else if (character === '~') this.#tilde();
    else if (character === '`' || (character === '#' && !this.#words.isInWord)) this.#stop(character);
    else this.#plain(character);
  }

  #blank(): void {
    this.#words.endWord(this.#at);
    this.#at++;
  }

  #plain(character: string): void {
    const operator = OPERATORS.find((one) => this.#text.startsWith(one, this.#at));
    if (operator !== undefined) this.#operator(operator);
    else if (character === '|') {
      this.#words.endStage(this.#at);
      this.#at++;
    } else {
      if (PATTERNS.includes(character)) this.#beyond ??= character;
      this.#hasNewline ||= character === '\n';
      this.#take(character);
    }
  }

  /** A here-document is text of its own rules; after other operators quotes still have to match. */
  #operator(operator: string): void {
    if (operator === '<<') {
      this.#stop(operator);
      return;
    }
    this.#beyond ??= operator;
    this.#words.endWord(this.#at);
    this.#add(operator, false, operator.length);
    this.#words.endWord(this.#at);
  }

  /** The rest cannot be read without being a shell. */
  #stop(operator: string): void {
    this.#beyond ??= operator;
    this.#isWhole = false;
    this.#words.dropWord();
  }

  #singleQuoted(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end < 0) throw openQuote("'", this.#at);
    this.#add(this.#text.slice(this.#at + 1, end), true, end + 1 - this.#at);
  }

  #doubleQuoted(): void {
    const start = this.#at;
    // An empty quotation is an empty argument.
    this.#add('', true, 1);
    while (this.#isWhole && this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) throw openQuote('"', start);
      this.#insideDouble(this.#text[this.#at] ?? '');
    }
    this.#at++;
  }

  #insideDouble(character: string): void {
    const next = this.#text[this.#at + 1];
    if (character === '`') this.#stop('`');
    else if (character === '$') this.#dollar(true);
    else if (character === '\\' && next === '\n') this.#at += 2;
    else if (character === '\\' && next !== undefined && '"$`\\'.includes(next)) this.#add(next, true, 2);
    else this.#add(character, true, 1);
  }

  #escaped(): void {
    const next = this.#text[this.#at + 1];
    if (next === undefined) throw danglingEscape(this.#at);
    // The line goes on.
    if (next === '\n') this.#at += 2;
    else this.#add(next, true, 2);
  }

  #dollar(isQuoted: boolean): void {
    const rest = this.#text.slice(this.#at + 1, this.#at + 1001);
    const [whole, bare, braced] = /^(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/.exec(rest) ?? [];
    const name = bare ?? braced;
    // A name may go on in the next line.
    if (/^\w*\\\n/.test(rest)) this.#stop('$');
    else if (whole !== undefined && name !== undefined) {
      this.#words.add({ kind: 'variable', name, isQuoted }, this.#at);
      this.#at += whole.length + 1;
    } else if (/^[({]/.test(rest) || (!isQuoted && /^['"]/.test(rest))) this.#stop(`$${rest[0]}`);
    else {
      // What a shell knows of itself: its last exit code, its options, its arguments.
      if (/^[\d?!#@*-]/.test(rest)) this.#beyond ??= `$${rest[0]}`;
      this.#add('$', isQuoted, 1);
    }
  }

  /** The home folder at the start of a word, or of an assignment's value. */
  #tilde(): void {
    const isAtStart = !this.#words.isInWord || this.#words.isAssignment;
    const name = /^~[^/ \t\n|;&<>]*/.exec(this.#text.slice(this.#at, this.#at + 100))?.[0] ?? '~';
    if (!isAtStart) {
      if (this.#text[this.#at - 1] === ':' && this.#words.isInAssignment) this.#beyond ??= '~';
      this.#take('~');
    } else if (name === '~') {
      this.#words.add({ kind: 'home' }, this.#at);
      this.#at++;
    } else {
      this.#beyond ??= name;
      this.#take('~');
    }
  }

  #take(character: string): void {
    this.#add(character, false, 1);
  }

  #add(text: string, isQuoted: boolean, length: number): void {
    this.#words.add({ kind: 'text', text, isQuoted }, this.#at);
    this.#at += length;
  }
}

function openQuote(quote: string, at: number): AppError {
  return new AppError('INVALID_INPUT', `The quote ${quote} at character ${at + 1} is not closed`, {
    where: `character ${at + 1}`,
    advice: `Close it, or write \\${quote} for the character itself.`,
  });
}

function danglingEscape(at: number): AppError {
  return new AppError('INVALID_INPUT', 'The line ends with a backslash that escapes nothing', {
    where: `character ${at + 1}`,
    advice: "Remove it, or put it into single quotes: '\\'.",
  });
}
