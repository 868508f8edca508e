/** Kind of a flag: `text` takes the next word, or what follows `=`; `switch` takes none. */
export type DashedKind = 'text' | 'switch';

export interface DashedFlags {
  /** Every value by flag, in order; of a switch the empty text. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly wantsHelp: boolean;
  /** Sentence about an error in the command line. */
  readonly problem?: string;
}

type FlagKinds = Readonly<Record<string, DashedKind>>;

/** A flag as it is written; `dashes` with which it begins. */
interface FlagWord {
  readonly dashes: string;
  readonly name: string;
  readonly value: string | undefined;
}

/** Whether a word asks how a command is written. */
export const asksForHelp = (word: string): boolean => /^(?:--?h(?:elp)?|help)$/.test(word);

/** Reads `-name` or `-name=value`, with one dash or two; dashes and underscores within a name are alike. */
export function flagWord(word: string): FlagWord | undefined {
  const [, dashes, name, value] = /^(--?)([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
  return dashes === undefined || name === undefined ? undefined : { dashes, name: name.replaceAll('_', '-'), value };
}

/** Reads `-name value` and `-name=value`, with one dash or two. */
export function parseDashed(args: readonly string[], kinds: FlagKinds, required: readonly string[] = []): DashedFlags {
  const values = new Map<string, string[]>();
  const words = [...args];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (asksForHelp(word)) return { values, wantsHelp: true };
    const flag = flagOf(word, words, kinds);
    if (typeof flag === 'string') return { values, wantsHelp: false, problem: flag };
    values.set(flag.name, [...(values.get(flag.name) ?? []), flag.value]);
  }
  const missing = required.find((name) => !values.has(name));
  const problem = missing === undefined ? undefined : `The flag --${missing} is missing`;
  return { values, wantsHelp: false, ...(problem !== undefined && { problem }) };
}

/** A flag with its value, taken from `rest` where that is the next word; a sentence where it is none. */
function flagOf(word: string, rest: string[], kinds: FlagKinds): { name: string; value: string } | string {
  const written = flagWord(word);
  if (!written) return `'${word}' is not understood`;
  const { dashes, name, value: given } = written;
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind === undefined) return `There is no flag ${dashes}${name}`;
  if (kind === 'switch') return given === undefined ? { name, value: '' } : `The flag --${name} takes no value`;
  const value = given ?? rest.shift() ?? '';
  return value === '' ? `The flag --${name} needs a value` : { name, value };
}
