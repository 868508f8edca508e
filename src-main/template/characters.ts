import { isPrintable } from './values/quote.ts';

const SPACE = 1;
const WORD = 2;
const TERMINATOR = 3;

/** Classes of each ASCII character: what it may be part of. */
const CLASSES = new Uint8Array(128);
for (const space of ' \t\r\n') CLASSES[space.charCodeAt(0)] = SPACE;
for (const terminator of '.,|:)(') CLASSES[terminator.charCodeAt(0)] = TERMINATOR;
for (const word of '_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
  CLASSES[word.charCodeAt(0)] = WORD;

const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]+/uy;
const LONE_SURROGATE = /^\p{Cs}$/u;
const BLANK = /^\p{White_Space}*$/u;

/** The blanks that separate and that are trimmed; no others count as such. NaN, as behind the end of a text, is none. */
export function isSpace(code: number): boolean {
  return CLASSES[code] === SPACE;
}

/** Whether a name may end before this character, of those that are no delimiter; NaN stands for the end of the text. */
export function endsName(code: number): boolean {
  const kind = CLASSES[code];
  return kind === SPACE || kind === TERMINATOR || Number.isNaN(code);
}

/** Whether nothing but white space of any kind stands in it. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/**
 * Finds the end of the run of letters, digits and underscores that starts at `offset`; `offset` itself if there is
 * none.
 */
export function wordEnd(text: string, offset: number): number {
  let end = offset;
  for (;;) {
    const code = text.charCodeAt(end);
    if (CLASSES[code] === WORD) end += 1;
    else if (code < 128 || Number.isNaN(code)) return end;
    else {
      LETTER_OR_DIGIT.lastIndex = end;
      if (!LETTER_OR_DIGIT.test(text)) return end;
      end = LETTER_OR_DIGIT.lastIndex;
    }
  }
}

export function spacesEnd(text: string, offset: number): number {
  let end = offset;
  while (isSpace(text.charCodeAt(end))) end += 1;
  return end;
}

/** The character at `offset`, whole; a half of one stands for what it would be in UTF-8. */
export function characterAt(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  if (code === undefined) return '';
  const character = String.fromCodePoint(code);
  return LONE_SURROGATE.test(character) ? '\uFFFD' : character;
}

/** Formats a character as Go's [`%#U`](https://pkg.go.dev/fmt) does: `U+002D '-'`. */
export function characterName(character: string): string {
  const rune = character.codePointAt(0) ?? 0;
  const code = rune.toString(16).toUpperCase().padStart(4, '0');
  return isPrintable(rune) ? `U+${code} '${character}'` : `U+${code}`;
}
