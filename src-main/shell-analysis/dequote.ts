import { decodeAnsiC } from './ansi-c.ts';
import type { Expansion } from './model.ts';

/** Text of a word after bash has removed its quotes. */
export interface DequotedText {
  /** Literal text; undefined if something in it has to be expanded. */
  readonly literal: string | undefined;
  readonly expansions: ReadonlySet<Expansion>;
  readonly isQuoted: boolean;
}

interface DequoteState {
  readonly text: string;
  at: number;
  value: string;
  isQuoted: boolean;
  readonly expansions: Set<Expansion>;
  /** Unquoted characters at their places in `text`, the rest blank: what globs, braces and tildes are looked for in. */
  bare: string;
}

const PLAIN = /^[\w@%+,./:=-]*$/;
/** `=` and `:` before a tilde, as in an assignment; also in an argument that looks like one. */
const TILDE = /(?:^|[=:])~/;
const GLOB = /[*?]|\[[\s\S]*\]|[@!+]\(/;
const BRACE = /\{[\s\S]*(?:,|\.\.)[\s\S]*\}/;
const NONE: ReadonlySet<Expansion> = new Set();

/**
 * Our own reading of a word, apart from the parser's: what it cannot account for is an expansion. Never gives a literal that
 * bash would not give.
 */
export function dequote(text: string): DequotedText {
  if (PLAIN.test(text)) return { literal: text, expansions: NONE, isQuoted: false };
  const reading: DequoteState = { text, at: 0, value: '', isQuoted: false, expansions: new Set(), bare: '' };
  while (reading.at < text.length) readBare(reading);
  const { bare, expansions, value, isQuoted } = reading;
  if (TILDE.test(bare)) expansions.add('tilde');
  if (GLOB.test(bare)) expansions.add('glob');
  if (BRACE.test(bare)) expansions.add('brace');
  return expansions.size === 0
    ? { literal: value, expansions: NONE, isQuoted }
    : { literal: undefined, expansions, isQuoted };
}

function takeText(reading: DequoteState, length: number, value: string, bare = '\0'): void {
  reading.at += length;
  reading.value += value;
  reading.bare += bare;
}

function readBare(reading: DequoteState): void {
  const { text, at } = reading;
  const character = text.charAt(at);
  if (character === '\\') readEscape(reading);
  else if (character === "'") readSingle(reading);
  else if (character === '"') readDouble(reading);
  else if (character === '$') readDollar(reading, false);
  else if (character === '`') noteExpansion(reading, 'command');
  else if ('<>'.includes(character) && text[at + 1] === '(') noteExpansion(reading, 'process');
  else takeText(reading, 1, character, character);
}

/** Notes an expansion, which is left to the parser: the word has no literal any more. */
function noteExpansion(reading: DequoteState, kind: Expansion): void {
  reading.expansions.add(kind);
  takeText(reading, 1, '');
}

function readEscape(reading: DequoteState): void {
  const next = reading.text[reading.at + 1];
  reading.isQuoted = true;
  if (next === '\n') takeText(reading, 2, '', '');
  else if (next === undefined) giveUp(reading);
  else takeText(reading, 2, next);
}

function readSingle(reading: DequoteState): void {
  const end = reading.text.indexOf("'", reading.at + 1);
  reading.isQuoted = true;
  if (end < 0) giveUp(reading);
  else takeText(reading, end + 1 - reading.at, reading.text.slice(reading.at + 1, end));
}

function giveUp(reading: DequoteState): void {
  reading.expansions.add('parameter');
  reading.at = reading.text.length;
}

function readDouble(reading: DequoteState): void {
  reading.isQuoted = true;
  takeText(reading, 1, '');
  while (reading.at < reading.text.length) {
    const character = reading.text.charAt(reading.at);
    if (character === '"') {
      takeText(reading, 1, '');
      return;
    }
    if (character === '\\') readEscapeInDouble(reading);
    else if (character === '$') readDollar(reading, true);
    else if (character === '`') noteExpansion(reading, 'command');
    else takeText(reading, 1, character);
  }
  giveUp(reading);
}

function readEscapeInDouble(reading: DequoteState): void {
  const next = reading.text.charAt(reading.at + 1);
  if (next === '\n') takeText(reading, 2, '');
  else if (next !== '' && '$`"\\'.includes(next)) takeText(reading, 2, next);
  else takeText(reading, 1, '\\');
}

function readDollar(reading: DequoteState, isInDouble: boolean): void {
  const { text, at } = reading;
  const kind = expansionAt(text, at + 1, isInDouble);
  if (text[at + 1] === "'" && !isInDouble) readAnsiC(reading);
  else if (kind === undefined) takeText(reading, 1, '$');
  else noteExpansion(reading, kind);
}

/** Determines which expansion the dollar before `at` begins. */
function expansionAt(text: string, at: number, isInDouble: boolean): Expansion | undefined {
  const next = text.charAt(at);
  // A translated string: its text may be another in other languages.
  if (next === '"' && !isInDouble) return 'parameter';
  if (next === '(') return text[at + 1] === '(' ? 'arithmetic' : 'command';
  if (next === '[') return 'arithmetic';
  // A line continued after the dollar: what the dollar begins stands on the next line.
  return /[\w{@*#?$!\\-]/.test(next) ? 'parameter' : undefined;
}

function readAnsiC(reading: DequoteState): void {
  const decoded = decodeAnsiC(reading.text, reading.at + 2);
  reading.isQuoted = true;
  if (decoded === undefined) giveUp(reading);
  else takeText(reading, decoded.end - reading.at, decoded.value);
}
