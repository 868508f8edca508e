/** A piece of text, or one character that would not be seen. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly code: string; readonly name: string };

/**
 * Controls and formats (Cc, Cf), line separators, fillers that look empty, variation selectors and tags. Tab, line feed and CRLF are
 * ordinary; a lone carriage return is not.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800]|\u034f|\p{Variation_Selector}/gu;

/** Emoji are shown as they are, with the selectors, joiners and tags that make one of several. */
const EMOJI =
  /(?:[#*0-9]\ufe0f?\u20e3|\p{Emoji_Modifier_Base}\p{Emoji_Modifier}?|\p{Extended_Pictographic}\ufe0f?|\p{Regional_Indicator}{2})(?:\p{Emoji_Modifier}|[\u{e0020}-\u{e007e}]{1,6}\u{e007f}|\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*/gu;

const NAMES: Readonly<Record<number, string>> = {
  0: 'NUL',
  7: 'BEL',
  8: 'BS',
  13: 'CR',
  27: 'ESC',
  127: 'DEL',
  173: 'soft hyphen',
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
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'end of isolate',
  65279: 'byte order mark',
};

/** Cuts the text where a character would be there without being seen. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, 0: character } of text.matchAll(HIDDEN)) {
    if (index < end || isOrdinary(text, index, character)) continue;
    const emoji = emojiAround(text, end, index);
    if (emoji !== undefined) continue;
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push(hidden(character));
    end = index + character.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function isOrdinary(text: string, index: number, character: string): boolean {
  return character === '\t' || character === '\n' || (character === '\r' && text[index + 1] === '\n');
}

/** The emoji that the character at `index` is a part of, if any; looked for only nearby, so that long texts stay cheap. */
function emojiAround(text: string, from: number, index: number): string | undefined {
  const start = Math.max(from, index - 48);
  for (const match of text.slice(start, index + 48).matchAll(EMOJI)) {
    const at = start + match.index;
    if (at < index && index < at + match[0].length) return match[0];
    if (at > index) return undefined;
  }
  return undefined;
}

function hidden(character: string): TextPart {
  const point = character.codePointAt(0) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return { kind: 'hidden', code, name: NAMES[point] ?? nameOfRange(point) };
}

function nameOfRange(point: number): string {
  if (point < 32 || (point >= 128 && point < 160)) return 'control character';
  if (point >= 0xe0000 && point <= 0xe007f) return 'tag character';
  if ((point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef)) return 'variation selector';
  return 'invisible character';
}
