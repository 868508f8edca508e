/** The options that a program may have as a filter; any other, and what it takes for files, makes the line run as written. */
export interface OptionSpec {
  /** Letters of options without a value. */
  readonly flags: string;
  /** Letters of options with one. */
  readonly valued?: string;
  readonly longFlags?: readonly string[];
  /** Long options with a value, as `--name=value` or in the next word. */
  readonly longValued?: readonly string[];
  /** Long options whose value, if any, stands behind `=`. */
  readonly longOptional?: readonly string[];
  /** Options with one or two dashes that take this many words. */
  readonly wordy?: Readonly<Record<string, number>>;
  /** Whether `-5` is a number of lines. */
  readonly takesNumber?: boolean;
}

export interface Options {
  /** Letters, and long names, of what is given. */
  readonly given: ReadonlySet<string>;
  /** Values by letter or long name, in order. */
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly operands: readonly string[];
}

interface Reading {
  readonly words: readonly string[];
  at: number;
  readonly given: Set<string>;
  readonly values: [string, string][];
  readonly operands: string[];
}

/** The words behind a program's name as its options and operands; undefined when one is not on the list. */
export function optionsIn(words: readonly string[], spec: OptionSpec): Options | undefined {
  const reading: Reading = { words, at: 0, given: new Set(), values: [], operands: [] };
  while (reading.at < words.length) {
    const word = words[reading.at++] ?? '';
    if (word === '--') {
      reading.operands.push(...words.slice(reading.at));
      break;
    }
    if (!take(word, spec, reading)) return undefined;
  }
  return reading;
}

function take(word: string, spec: OptionSpec, reading: Reading): boolean {
  const wordy = Object.hasOwn(spec.wordy ?? {}, word) ? spec.wordy?.[word] : undefined;
  if (wordy !== undefined) return takeWords(word, wordy, reading);
  if (word.startsWith('--')) return takeLong(word.slice(2), spec, reading);
  if (!word.startsWith('-') || word === '-') {
    reading.operands.push(word);
    return true;
  }
  if (spec.takesNumber && /^-\d+$/.test(word)) {
    reading.values.push(['number', word.slice(1)]);
    return true;
  }
  return takeLetters(word.slice(1), spec, reading);
}

function takeWords(name: string, count: number, reading: Reading): boolean {
  reading.given.add(name);
  reading.at += count;
  return reading.at <= reading.words.length;
}

function takeLong(text: string, spec: OptionSpec, reading: Reading): boolean {
  const mark = text.indexOf('=');
  const name = mark < 0 ? text : text.slice(0, mark);
  const value = mark < 0 ? undefined : text.slice(mark + 1);
  reading.given.add(name);
  if (value === undefined && spec.longFlags?.includes(name)) return true;
  if (spec.longOptional?.includes(name)) return true;
  return spec.longValued?.includes(name) === true && takeValue(name, value, reading);
}

function takeLetters(letters: string, spec: OptionSpec, reading: Reading): boolean {
  for (const [index, letter] of [...letters].entries()) {
    reading.given.add(letter);
    if (spec.flags.includes(letter)) continue;
    if (!spec.valued?.includes(letter)) return false;
    return takeValue(letter, letters.slice(index + 1) || undefined, reading);
  }
  return true;
}

function takeValue(name: string, attached: string | undefined, reading: Reading): boolean {
  const value = attached ?? reading.words[reading.at++];
  if (value === undefined) return false;
  reading.values.push([name, value]);
  return true;
}
