import { isEscapedByte, isPlain } from './text.ts';

/** Pattern of characters that Go calls printable: letters, marks, numbers, punctuation, symbols, and the blank. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const NEEDS_NO_ESCAPES = /^[ !#-[\]-~]*$/u;
const MAX_RUNE = 0x10ffff;

export function isPrintable(rune: number): boolean {
  return (rune >= 0x20 && rune < 0x7f) || (rune > 0x7f && PRINTABLE.test(String.fromCodePoint(rune)));
}

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x0c, '\\f'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x0b, '\\v'],
]);

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, '0');
}

function escapeSequence(rune: number): string {
  const short = SHORT_ESCAPES.get(rune);
  if (short !== undefined) return short;
  if (rune < 0x20 || rune === 0x7f) return `\\x${hex(rune, 2)}`;
  return rune < 0x10000 ? `\\u${hex(rune, 4)}` : `\\U${hex(rune, 8)}`;
}

/** Escapes a rune inside a quoted text or character, which has its own quote. */
function escapedRune(rune: number, quote: string, isAscii: boolean): string {
  const character = String.fromCodePoint(rune);
  if (character === quote || character === '\\') return `\\${character}`;
  return (rune < 0x80 || !isAscii) && isPrintable(rune) ? character : escapeSequence(rune);
}

const MAY_NEED_ESCAPES = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;
const MAY_NEED_ESCAPES_IN_ASCII = /["\\]|[^ -~]/gu;

function escapedCharacter(character: string, isAscii: boolean): string {
  const rune = character.codePointAt(0) ?? 0;
  return isEscapedByte(rune) ? `\\x${hex(rune & 0xff, 2)}` : escapedRune(validRune(rune), '"', isAscii);
}

/** Quotes as [strconv.Quote](https://pkg.go.dev/strconv#Quote), or QuoteToASCII. */
export function quote(text: string, isAscii = false): string {
  if (NEEDS_NO_ESCAPES.test(text)) return `"${text}"`;
  const escapes = isAscii ? MAY_NEED_ESCAPES_IN_ASCII : MAY_NEED_ESCAPES;
  return `"${text.replace(escapes, (character) => escapedCharacter(character, isAscii))}"`;
}

/** Quotes as [strconv.QuoteRune](https://pkg.go.dev/strconv#QuoteRune), or QuoteRuneToASCII. */
export function quoteRune(rune: number, isAscii: boolean): string {
  return `'${escapedRune(validRune(rune), "'", isAscii)}'`;
}

/** Replaces anything that is not a Unicode character by U+FFFD. */
export function validRune(rune: number): number {
  return rune > MAX_RUNE || rune < 0 || (rune >= 0xd800 && rune <= 0xdfff) ? 0xfffd : rune;
}

/** Whether Go can write it between backquotes. */
export function canBackquote(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return isPlain(text) && !/[\u0000-\u0008\u000a-\u001f`\u007f\ufeff]/u.test(text);
}
