import type { HiddenCharacter } from './hidden-characters-model.ts';
import { lookAlikesIn } from './look-alikes.ts';

export type { HiddenCharacter };
export { lookAlikesIn };

/**
 * Controls and formats (Cc, Cf), line separators, and what Unicode says to ignore (fillers, variation selectors, tags), with the
 * Braille blank. Tab, line feed and CRLF are ordinary; a lone carriage return is not.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Emoji are shown as they are, with the selectors, joiners and tags that make one of several. */
const EMOJI =
  /(?:[#*0-9]\ufe0f?\u20e3|\p{Emoji_Modifier_Base}\p{Emoji_Modifier}?|\p{Extended_Pictographic}\ufe0f?|\p{Regional_Indicator}{2})(?:\p{Emoji_Modifier}|[\u{e0020}-\u{e007e}]{1,6}\u{e007f}|\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*/gu;
/** Characters that join emoji into one ([UTS #51](https://www.unicode.org/reports/tr51/)). */
const JOINING = /^(?:\ufe0f|\u200d|[\u{e0020}-\u{e007f}])$/u;
/** UTF-16 units on either side that an emoji may reach; looked at only nearby, so that long texts stay cheap. */
const REACH = 48;

const NAMES: Readonly<Record<number, string>> = {
  0: 'NUL',
  7: 'BEL',
  8: 'BS',
  11: 'VT',
  12: 'FF',
  13: 'CR',
  27: 'ESC',
  127: 'DEL',
  133: 'next line',
  155: 'CSI',
  173: 'soft hyphen',
  847: 'combining grapheme joiner',
  1564: 'Arabic letter mark',
  4447: 'Hangul filler',
  4448: 'Hangul filler',
  6158: 'Mongolian vowel separator',
  8203: 'zero-width space',
  8204: 'zero-width non-joiner',
  8205: 'zero-width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'end of direction',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8289: 'invisible function application',
  8290: 'invisible times',
  8291: 'invisible separator',
  8292: 'invisible plus',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'end of isolate',
  10240: 'Braille blank',
  12644: 'Hangul filler',
  65279: 'byte order mark',
  65440: 'Hangul filler',
};

/** Every hidden character of the text, in order. */
export function* hiddenCharactersIn(text: string): Generator<HiddenCharacter, void> {
  let end = 0;
  for (const { index, 0: character } of text.matchAll(HIDDEN)) {
    if (isOrdinary(text, index, character) || (JOINING.test(character) && isInEmoji(text, end, index))) continue;
    end = index + character.length;
    yield { index, length: character.length, ...describeCharacter(character) };
  }
}

/** The text with hidden characters as their codes, such as `<U+202E>`. */
export function withHiddenShown(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, length, code } of hiddenCharactersIn(text)) {
    pieces.push(text.slice(from, index), `<${code}>`);
    from = index + length;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
}

/** Hidden characters and look-alikes together, in order: all that is not what it seems. */
export function suspiciousCharactersIn(text: string): HiddenCharacter[] {
  return [...hiddenCharactersIn(text), ...lookAlikesIn(text)].sort((a, b) => a.index - b.index);
}

/** The codes of the text's hidden characters, each once, in the order they first occur. */
export function hiddenCodes(text: string): string[] {
  return [...new Set([...hiddenCharactersIn(text)].map(({ code }) => code))];
}

function isOrdinary(text: string, index: number, character: string): boolean {
  return character === '\t' || character === '\n' || (character === '\r' && text[index + 1] === '\n');
}

function isInEmoji(text: string, from: number, index: number): boolean {
  // A joiner or selector after its like is no emoji, and a long run of them would be looked at again and again.
  if (text[index - 1] === text[index] && text[index] !== '\udb40') return false;
  const start = Math.max(from, index - REACH);
  for (const match of text.slice(start, index + REACH).matchAll(EMOJI)) {
    const at = start + match.index;
    if (at > index) return false;
    if (index < at + match[0].length) return at < index;
  }
  return false;
}

function describeCharacter(character: string): { readonly code: string; readonly name: string } {
  const point = character.codePointAt(0) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return { code, name: NAMES[point] ?? nameOfRange(point) };
}

function nameOfRange(point: number): string {
  if (point < 32 || (point >= 128 && point < 160)) return 'control character';
  if (point >= 0xe0000 && point <= 0xe007f) return 'tag character';
  if ((point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef)) return 'variation selector';
  return 'invisible character';
}
