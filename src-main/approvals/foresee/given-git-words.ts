/** Words behind a sub-command of git, read by a closed list of options. */
export interface GivenGitWords {
  /** Options by their name; of short ones that stand together, each. */
  readonly options: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
  /** Files after `--`; undefined if there are none. */
  readonly paths: readonly string[] | undefined;
}

/**
 * Reads the words by a list of options, where a name that ends in `=` takes a value; undefined if a word is open, or an
 * option is not on the list. For a sub-command that takes no files, `--` only ends the options.
 */
export function givenIn(
  words: readonly (string | undefined)[],
  list: string,
  takesFiles: boolean,
): GivenGitWords | undefined {
  const end = words.indexOf('--');
  const behind = end < 0 ? [] : words.slice(end + 1);
  const reader = new GitWordsReader(end < 0 ? words : words.slice(0, end), list.split(/\s+/));
  const { options, operands } = reader;
  if (!reader.read() || !isLiteral(operands) || !isLiteral(behind)) return undefined;
  if (!takesFiles) return { options, operands: [...operands, ...behind], paths: undefined };
  return { options, operands, paths: behind.length > 0 ? behind : undefined };
}

/** Whether one of the options is given. */
export const hasOption = ({ options }: GivenGitWords, ...names: readonly string[]): boolean =>
  names.some((name) => options.has(name));

const isLiteral = (words: readonly (string | undefined)[]): words is string[] =>
  words.every((word) => word !== undefined);

class GitWordsReader {
  readonly options = new Map<string, string>();
  readonly operands: string[] = [];
  readonly #words: readonly (string | undefined)[];
  readonly #known: ReadonlySet<string>;
  #at = 0;

  constructor(words: readonly (string | undefined)[], known: readonly string[]) {
    this.#words = words;
    this.#known = new Set(known);
  }

  read(): boolean {
    for (; this.#at < this.#words.length; this.#at += 1) {
      const word = this.#words[this.#at];
      if (word === undefined) return false;
      if (!word.startsWith('-') || word === '-') this.operands.push(word);
      else if (!(word.startsWith('--') ? this.#long(word) : this.#short(word))) return false;
    }
    return true;
  }

  #long(word: string): boolean {
    const at = word.indexOf('=');
    const name = at < 0 ? word : word.slice(0, at);
    if (at >= 0) return this.#keep(`${name}=`, name, word.slice(at + 1));
    return this.#keep(name, name, '') || this.#keep(`${name}=`, name, this.#next());
  }

  #short(word: string): boolean {
    for (let at = 1; at < word.length; at += 1) {
      const name = `-${word.charAt(at)}`;
      if (this.#keep(name, name, '')) continue;
      const rest = word.slice(at + 1);
      return this.#keep(`${name}=`, name, rest === '' ? this.#next() : rest);
    }
    return true;
  }

  #next(): string | undefined {
    this.#at += 1;
    return this.#words[this.#at];
  }

  #keep(form: string, name: string, value: string | undefined): boolean {
    if (!this.#known.has(form) || value === undefined) return false;
    this.options.set(name, value);
    return true;
  }
}
