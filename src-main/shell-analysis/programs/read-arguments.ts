import { type KnownOption, NUMBER_OPTION, type OptionTable } from './option-table.ts';

/** A word of a command; without a literal text, what it says is known only when it runs. */
export interface ArgumentWord {
  readonly literal: string | undefined;
  /** The word as it is written. */
  readonly text: string;
}

export interface GivenOption<Of> {
  readonly type: 'option';
  readonly option: KnownOption;
  /** `-o`, `--output` or `-NUM`. */
  readonly name: string;
  /** Value of the option; undefined if there is none, or it is known only at run time. */
  readonly value: string | undefined;
  /** The word that has the value, else its own. */
  readonly word: Of;
  /** Index of its first word, and how many it takes; several letters in one word share both. */
  readonly at: number;
  readonly length: number;
}

export interface Operand<Of> {
  readonly type: 'operand';
  readonly word: Of;
  readonly at: number;
}

export interface UnknownOption<Of> {
  readonly type: 'unknown';
  readonly fault: 'not-known' | 'takes-no-value' | 'lacks-value';
  readonly name: string;
  readonly word: Of;
  readonly at: number;
}

export type Argument<Of> = GivenOption<Of> | Operand<Of> | UnknownOption<Of>;

export interface ArgumentSyntax {
  /** Options end at the first operand, as those of programs that run others. */
  readonly isInOrder?: boolean;
  /** Long options have one dash, as Go's. */
  readonly hasSingleDash?: boolean;
}

/** Reads a program's words, the program itself left out, as getopt does; long options only whole, an abbreviation is not known. */
export function readArguments<Of extends ArgumentWord>(
  words: readonly Of[],
  table: OptionTable,
  syntax: ArgumentSyntax = {},
): Argument<Of>[] {
  const reader = new ArgumentReader(words, table, syntax);
  reader.read();
  return reader.found;
}

export const plainWords = (texts: readonly string[]): ArgumentWord[] => texts.map((text) => ({ literal: text, text }));

class ArgumentReader<Of extends ArgumentWord> {
  readonly found: Argument<Of>[] = [];
  readonly #words: readonly Of[];
  readonly #table: OptionTable;
  readonly #syntax: ArgumentSyntax;
  #at = 0;

  constructor(words: readonly Of[], table: OptionTable, syntax: ArgumentSyntax) {
    this.#words = words;
    this.#table = table;
    this.#syntax = syntax;
  }

  read(): void {
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at] as Of;
      const isEnd = word.literal === '--';
      if (isEnd) this.#at += 1;
      if (isEnd || (this.#syntax.isInOrder && !looksLikeOption(word))) this.#rest();
      else if (looksLikeOption(word)) this.#option(word);
      else this.#operand(word);
    }
  }

  #rest(): void {
    while (this.#at < this.#words.length) this.#operand(this.#words[this.#at] as Of);
  }

  #operand(word: Of): void {
    this.found.push({ type: 'operand', word, at: this.#at });
    this.#at += 1;
  }

  #option(word: Of): void {
    const at = this.#at;
    this.#at += 1;
    const { literal } = word;
    if (literal === undefined) this.#refuse(word, at, word.text, 'not-known');
    else if (this.#syntax.hasSingleDash || literal.startsWith('--')) this.#long(word, at, literal);
    else if (this.#table.has(NUMBER_OPTION) && /^-\d+$/.test(literal))
      this.#give(word, at, this.#table.get(NUMBER_OPTION) as KnownOption, literal.slice(1));
    else this.#letters(word, at, literal);
  }

  #long(word: Of, at: number, literal: string): void {
    const mark = literal.indexOf('=');
    const name = mark < 0 ? literal : literal.slice(0, mark);
    const option = this.#table.get(literal.startsWith('--') ? name : `-${name}`);
    if (option === undefined) this.#refuse(word, at, name, 'not-known');
    else if (mark >= 0) {
      if (option.words !== 1) this.#refuse(word, at, name, 'takes-no-value');
      else this.#give(word, at, option, literal.slice(mark + 1));
    } else this.#giveWithNext(word, at, option);
  }

  #letters(word: Of, at: number, literal: string): void {
    for (let index = 1; index < literal.length; index += 1) {
      const name = `-${literal.charAt(index)}`;
      const option = this.#table.get(name);
      if (option === undefined) {
        this.#refuse(word, at, name, 'not-known');
        return;
      }
      const rest = literal.slice(index + 1);
      if (option.words > 0) {
        if (rest === '') this.#giveWithNext(word, at, option);
        else this.#give(word, at, option, rest);
        return;
      }
      this.#give(word, at, option, undefined);
    }
  }

  /** One whose value may be left out never takes the next word. */
  #giveWithNext(word: Of, at: number, option: KnownOption): void {
    const next = this.#words[this.#at];
    if (option.words === 0 || option.isOptional) this.#give(word, at, option, undefined);
    else if (next === undefined || this.#at + option.words > this.#words.length)
      this.#refuse(word, at, option.name, 'lacks-value');
    else {
      this.#at += option.words;
      const length = 1 + option.words;
      this.found.push({ type: 'option', option, name: option.name, value: next.literal, word: next, at, length });
    }
  }

  #give(word: Of, at: number, option: KnownOption, value: string | undefined): void {
    this.found.push({ type: 'option', option, name: option.name, value, word, at, length: 1 });
  }

  #refuse(word: Of, at: number, name: string, fault: UnknownOption<Of>['fault']): void {
    this.found.push({ type: 'unknown', fault, name, word, at });
  }
}

/** A word that is expanded may become an option, but is doubted already; only what surely is one counts. */
function looksLikeOption({ literal, text }: ArgumentWord): boolean {
  const known = literal ?? text;
  return known.length > 1 && known.startsWith('-');
}
