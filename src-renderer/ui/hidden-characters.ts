/** A piece of text, or one character that would not be seen. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly code: string; readonly name: string; readonly count: number };

/** What stands in the box of a hidden part. */
export function boxText({ code, count }: { readonly code: string; readonly count: number }): string {
  return count === 1 ? code : `${code} ×${count}`;
}

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

/** More boxes than this would be slower to draw than anyone could read; the rest are written out in the text. */
const MAX_BOXES = 2000;

/** Cuts the text where a character would be there without being seen; a run of the same one is one part. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  let boxes = 0;
  const add = (part: TextPart) => {
    const before = parts.at(-1);
    if (part.kind === 'text') {
      if (before?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: before.text + part.text };
      else parts.push(part);
    } else if (before?.kind === 'hidden' && before.code === part.code) {
      parts[parts.length - 1] = { ...before, count: before.count + 1 };
    } else if (boxes < MAX_BOXES) {
      boxes += 1;
      parts.push(part);
    } else add({ kind: 'text', text: `[${part.code}]` });
  };
  for (const { index, 0: character } of text.matchAll(HIDDEN)) {
    if (isOrdinary(text, index, character) || (JOINING.test(character) && isInEmoji(text, end, index))) continue;
    if (index > end) add({ kind: 'text', text: text.slice(end, index) });
    add(hidden(character));
    end = index + character.length;
  }
  if (end < text.length) add({ kind: 'text', text: text.slice(end) });
  return parts;
}

function isOrdinary(text: string, index: number, character: string): boolean {
  return character === '\t' || character === '\n' || (character === '\r' && text[index + 1] === '\n');
}

/** What emoji are put together with. */
const JOINING = /^(?:\ufe0f|\u200d|[\u{e0020}-\u{e007f}])$/u;
/** UTF-16 units on either side that an emoji may reach; looked at only nearby, so that long texts stay cheap. */
const REACH = 48;

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

function hidden(character: string): TextPart {
  const point = character.codePointAt(0) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return { kind: 'hidden', count: 1, code, name: NAMES[point] ?? nameOfRange(point) };
}

function nameOfRange(point: number): string {
  if (point < 32 || (point >= 128 && point < 160)) return 'control character';
  if (point >= 0xe0000 && point <= 0xe007f) return 'tag character';
  if ((point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef)) return 'variation selector';
  return 'invisible character';
}
