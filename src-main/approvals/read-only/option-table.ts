/**
 * Options of a program, as text: `-abc` are letters without a value, `-n=number` takes one, `--all` and `--lines=number`
 * are long, `--color?=word` may go without its value, as may `-M?=number`; `-NUM` is a number such as `-5`. What is not named is
 * not known.
 */
export interface OptionTable {
  /** By letter: the kind of its value, '' for none, with a `?` before it when it may be left out. */
  readonly short: ReadonlyMap<string, string>;
  /** By name: the kind of its value, '' for none, with a `?` before it when it may be left out. */
  readonly long: ReadonlyMap<string, string>;
  readonly hasCount: boolean;
}

export interface Option {
  /** `n` or `lines`. */
  readonly name: string;
  /** Undefined where it takes none. */
  readonly value: string | undefined;
  readonly kind: string;
}

export interface Arguments {
  readonly options: readonly Option[];
  readonly operands: readonly string[];
}

/** Every program of the tables knows these. */
const COMMON = '--help --version';

export function optionTable(text: string): OptionTable {
  const short = new Map<string, string>();
  const long = new Map<string, string>();
  const entries = `${text} ${COMMON}`.split(/\s+/).filter((entry) => entry !== '');
  for (const entry of entries) {
    const [name = '', kind = ''] = entry.split('=');
    if (entry === '-NUM') continue;
    if (name.startsWith('--')) long.set(name.slice(2).replace('?', ''), name.endsWith('?') ? `?${kind}` : kind);
    else setLetters(short, name, kind);
  }
  return { short, long, hasCount: entries.includes('-NUM') };
}

function setLetters(short: Map<string, string>, name: string, kind: string): void {
  const letters = name.slice(1).replace('?', '');
  for (const letter of letters) short.set(letter, name.endsWith('?') ? `?${kind}` : kind);
}

/**
 * Reads arguments as getopt does, without abbreviations; a text is why they cannot be.
 *
 * @param isInOrder the program takes no option after the first operand: what looks like one is refused there.
 */
export function parseArguments(given: readonly string[], table: OptionTable, isInOrder: boolean): Arguments | string {
  const end = given.includes('--') ? given.indexOf('--') : given.length;
  const options: Option[] = [];
  const operands: string[] = [];
  const words = given.slice(0, end);
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (isOperand(word)) {
      operands.push(word);
      continue;
    }
    if (isInOrder && operands.length > 0) return `${word} stands after an operand`;
    const read = optionsIn(word, table, words[0]);
    if (typeof read === 'string') return read;
    options.push(...read.options);
    if (read.tookNext) words.shift();
  }
  return { options, operands: [...operands, ...given.slice(end + 1)] };
}

const isOperand = (word: string) => !word.startsWith('-') || word === '-';

function optionsIn(word: string, table: OptionTable, next: string | undefined): Read | string {
  return word.startsWith('--') ? longOption(word, table, next) : shortOptions(word, table, next);
}

interface Read {
  readonly options: readonly Option[];
  readonly tookNext: boolean;
}

function longOption(word: string, { long }: OptionTable, next: string | undefined): Read | string {
  const at = word.indexOf('=');
  const name = word.slice(2, at < 0 ? undefined : at);
  const kind = long.get(name);
  if (kind === undefined) return `the option --${name} is not known to read only`;
  const glued = at < 0 ? undefined : word.slice(at + 1);
  if (kind === '') return glued === undefined ? one({ name, value: undefined, kind }) : `--${name} takes no value`;
  if (glued !== undefined) return one({ name, value: glued, kind: kind.replace('?', '') });
  if (kind.startsWith('?')) return one({ name, value: undefined, kind: '' });
  if (next === undefined) return `--${name} lacks its value`;
  return { options: [{ name, value: next, kind }], tookNext: true };
}

const one = (option: Option): Read => ({ options: [option], tookNext: false });

function shortOptions(word: string, { short, hasCount }: OptionTable, next: string | undefined): Read | string {
  if (hasCount && /^-\d+$/.test(word)) return one({ name: 'NUM', value: word.slice(1), kind: 'number' });
  const options: Option[] = [];
  for (let index = 1; index < word.length; index += 1) {
    const name = word[index] ?? '';
    const kind = short.get(name);
    if (kind === undefined) return `the option -${name} is not known to read only`;
    if (kind === '') {
      options.push({ name, value: undefined, kind });
      continue;
    }
    return optionWith({ name, kind, glued: word.slice(index + 1), next }, options);
  }
  return { options, tookNext: false };
}

interface Valued {
  readonly name: string;
  readonly kind: string;
  /** What stands behind the letter. */
  readonly glued: string;
  readonly next: string | undefined;
}

/** One that may be left out is never the next word. */
function optionWith({ name, kind, glued, next }: Valued, before: readonly Option[]): Read | string {
  const plain = kind.replace('?', '');
  if (glued !== '') return { options: [...before, { name, value: glued, kind: plain }], tookNext: false };
  if (kind !== plain) return { options: [...before, { name, value: undefined, kind: '' }], tookNext: false };
  if (next === undefined) return `-${name} lacks its value`;
  return { options: [...before, { name, value: next, kind }], tookNext: true };
}
