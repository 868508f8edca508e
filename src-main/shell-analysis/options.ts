import type { Word } from './model.ts';

/** Which options a program knows. Long ones only whole: an abbreviation is not known. */
export interface Options {
  /** Short, without a value. */
  readonly flags: string;
  /** Short, with a value in the same word or the next. */
  readonly valued: string;
  /** Short, with a value in the same word or none. */
  readonly optional: string;
  /** Long, and short ones of several letters as `find` and `java` have: how each takes its value. */
  readonly long: ReadonlyMap<string, 'none' | 'needed' | 'attached'>;
  /** Whether options end at the first operand, as those of programs that run others. */
  readonly endsAtOperand: boolean;
}

export interface Given {
  /** `-o` or `--output`. */
  readonly name: string;
  /** Undefined when there is none, or when it is known only when it runs: then `isOpen`. */
  readonly value: string | undefined;
  readonly isOpen: boolean;
  readonly word: Word;
}

export interface Read {
  readonly given: readonly Given[];
  readonly operands: readonly Word[];
  /** Words that are no option the program is known to have. */
  readonly unknown: readonly Word[];
  /** Index in the words of the first operand; their number when there is none. */
  readonly firstOperand: number;
}

/** `long`: names apart by blanks; `name=` needs a value, `name?` takes one only attached, `name` none. */
export function options(flags: string, valued = '', long = '', more: Partial<Options> = {}): Options {
  const names = long.split(/\s+/).filter((name) => name !== '');
  const kinds = names.map((name): [string, 'none' | 'needed' | 'attached'] => {
    if (name.endsWith('=')) return [`--${name.slice(0, -1)}`, 'needed'];
    return name.endsWith('?') ? [`--${name.slice(0, -1)}`, 'attached'] : [`--${name}`, 'none'];
  });
  return { flags, valued, optional: '', endsAtOperand: false, ...more, long: new Map(kinds) };
}

/** Reads a program's words, the program itself left out, as getopt does. */
export function readOptions(words: readonly Word[], known: Options): Read {
  const reader = new OptionReader(words, known);
  reader.read();
  return reader;
}

class OptionReader implements Read {
  readonly given: Given[] = [];
  readonly operands: Word[] = [];
  readonly unknown: Word[] = [];
  firstOperand: number;
  readonly #words: readonly Word[];
  readonly #known: Options;
  #at = 0;

  constructor(words: readonly Word[], known: Options) {
    this.#words = words;
    this.#known = known;
    this.firstOperand = words.length;
  }

  read(): void {
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at] as Word;
      const isEnd = word.literal === '--';
      if (isEnd) this.#at += 1;
      if (isEnd || (this.#known.endsAtOperand && !isOption(word))) this.#rest();
      else if (isOption(word)) this.#option(word);
      else this.#operand(word);
    }
  }

  #option(word: Word): void {
    this.#at += 1;
    if (word.literal === undefined) this.unknown.push(word);
    else if (word.literal.startsWith('--')) this.#long(word, word.literal);
    else this.#short(word, word.literal);
  }

  #rest(): void {
    while (this.#at < this.#words.length) this.#operand(this.#words[this.#at] as Word);
  }

  #operand(word: Word): void {
    this.firstOperand = Math.min(this.firstOperand, this.#at);
    this.operands.push(word);
    this.#at += 1;
  }

  #long(word: Word, literal: string): void {
    const [name = '', ...values] = literal.split('=');
    const kind = this.#known.long.get(name);
    const hasValue = literal.includes('=');
    if (kind === undefined || (kind === 'none' && hasValue)) this.unknown.push(word);
    else if (hasValue) this.#give(word, name, values.join('='));
    else if (kind === 'needed') this.#giveNext(word, name);
    else this.#give(word, name, undefined);
  }

  #short(word: Word, literal: string): void {
    const { flags } = this.#known;
    let at = 1;
    for (; at < literal.length && flags.includes(literal.charAt(at)); at += 1)
      this.#give(word, `-${literal.charAt(at)}`, undefined);
    if (at < literal.length) this.#shortWithValue(word, literal.charAt(at), literal.slice(at + 1));
  }

  #shortWithValue(word: Word, letter: string, rest: string): void {
    const { optional, valued } = this.#known;
    const name = `-${letter}`;
    if (optional.includes(letter)) this.#give(word, name, rest === '' ? undefined : rest);
    else if (!valued.includes(letter)) this.unknown.push(word);
    else if (rest === '') this.#giveNext(word, name);
    else this.#give(word, name, rest);
  }

  #give(word: Word, name: string, value: string | undefined): void {
    this.given.push({ name, value, isOpen: false, word });
  }

  #giveNext(word: Word, name: string): void {
    const next = this.#words[this.#at];
    if (next === undefined) {
      this.unknown.push(word);
      return;
    }
    this.#at += 1;
    this.given.push({ name, value: next.literal, isOpen: next.literal === undefined, word: next });
  }
}

/** A word that is expanded may become an option, but is doubted already; only what surely is one counts. */
function isOption(word: Word): boolean {
  const text = word.literal ?? word.text;
  return text.length > 1 && text.startsWith('-');
}
