/**
 * Kind of a flag: `text` takes the next word, or what follows `=`; `switch` takes no word; `optional` takes the next
 * one unless that is a flag, and is the empty text without one.
 */
export type FlagKind = 'text' | 'switch' | 'optional';

export interface GoFlags {
  /** Every value given, by flag, in order; of a switch `true` or `false`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The words from the first that is no flag, `--` left out. */
  readonly rest: readonly string[];
  /** `-h` or `-help`, where no flag of ours has that name. */
  readonly wantsHelp: boolean;
  /** The first thing that is not understood; what came before it is in `values`. */
  readonly problem?: string;
}

export interface GoFlagOptions {
  /** Electron's switches and its own path stand among ours: what is not known is passed over, and the flags after it found. */
  readonly overlooksUnknown?: boolean;
}

const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True'];
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

/** Kind of a word; `known` has a flag's value, or takes the next word for it. */
type FlagWord =
  | { readonly kind: 'end' | 'help' | 'plain' }
  | { readonly kind: 'unknown'; readonly problem: string }
  | { readonly kind: 'known'; readonly name: string; readonly flag: FlagKind; readonly value: string | undefined };

/**
 * Reads a command line by the rules of Go's flag package: one dash or two alike, `-name value` or `-name=value`, and nothing is
 * a flag any more after the first word that is none, or after `--`.
 */
export function parseGoFlags(
  args: readonly string[],
  kinds: Readonly<Record<string, FlagKind>>,
  { overlooksUnknown = false }: GoFlagOptions = {},
): GoFlags {
  const reading: ParseState = { values: new Map(), passedOver: [], words: [...args], overlooksUnknown };
  let ending: StopReason | undefined;
  while (ending === undefined && reading.words.length > 0) ending = readNextWord(reading, kinds);
  return {
    values: reading.values,
    rest: [...reading.passedOver, ...reading.words],
    wantsHelp: ending?.wantsHelp ?? false,
    ...(ending?.problem === undefined ? {} : { problem: ending.problem }),
  };
}

interface ParseState {
  readonly values: Map<string, string[]>;
  readonly passedOver: string[];
  /** Words still to be read. */
  readonly words: string[];
  readonly overlooksUnknown: boolean;
}

/** Reason why reading stops. */
interface StopReason {
  readonly wantsHelp?: boolean;
  readonly problem?: string;
}

function readNextWord(reading: ParseState, kinds: Readonly<Record<string, FlagKind>>): StopReason | undefined {
  const { words, passedOver, overlooksUnknown } = reading;
  const text = words.shift() ?? '';
  const word = readWord(text, kinds);
  if (word.kind === 'end') return {};
  if (word.kind === 'help') return { wantsHelp: true };
  if (word.kind === 'known') return takeFlag(word, reading);
  if (overlooksUnknown) {
    passedOver.push(text);
    return undefined;
  }
  if (word.kind === 'unknown') return { problem: word.problem };
  words.unshift(text);
  return {};
}

function readWord(text: string, kinds: Readonly<Record<string, FlagKind>>): FlagWord {
  if (text === '--') return { kind: 'end' };
  if (text.length < 2 || !text.startsWith('-')) return { kind: 'plain' };
  const match = /^--?([^-=][^=]*)(?:=([\s\S]*))?$/.exec(text);
  if (!match) return { kind: 'unknown', problem: `${text} is not a flag: one dash or two, and then a name` };
  const [, name = '', value] = match;
  const flag = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (flag !== undefined) return { kind: 'known', name, flag, value };
  const isHelp = name === 'h' || name === 'help';
  return isHelp ? { kind: 'help' } : { kind: 'unknown', problem: `There is no flag ${text.split('=')[0]}` };
}

/** Puts the flag's value where it belongs. */
function takeFlag(word: FlagWord & { kind: 'known' }, { words, values }: ParseState): StopReason | undefined {
  const { name, flag, value } = word;
  const given = flag === 'switch' ? switchValue(value) : (value ?? nextValue(flag, words));
  if (given !== undefined) {
    values.set(name, [...(values.get(name) ?? []), given]);
    return undefined;
  }
  const isSwitch = flag === 'switch';
  return {
    problem: isSwitch ? `-${name} is on or off, not ${JSON.stringify(value)}` : `The flag -${name} needs a value`,
  };
}

function nextValue(flag: FlagKind, words: string[]): string | undefined {
  const hasNone = words[0] === undefined || words[0].startsWith('-');
  return flag === 'optional' && hasNone ? '' : words.shift();
}

function switchValue(value: string | undefined): string | undefined {
  if (value === undefined || TRUE.includes(value)) return 'true';
  return FALSE.includes(value) ? 'false' : undefined;
}
