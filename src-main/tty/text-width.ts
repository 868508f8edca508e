import { blankRunsIn } from '#contract/blank-runs';
import { hiddenCharactersIn } from '#contract/hidden-characters';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** UTF-16 units that one character on the screen may be made of: a family of emoji has some thirty. */
const REACH = 64;

/** Characters as a person counts them. */
export function* graphemesOf(text: string): Generator<string, void> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}

export function nextBoundary(text: string, at: number): number {
  const [first = ''] = graphemesOf(text.slice(at, at + REACH));
  return at + first.length;
}

export function previousBoundary(text: string, at: number): number {
  let start = Math.max(0, at - REACH);
  // Not in the middle of a pair.
  if (/[\udc00-\udfff]/.test(text[start] ?? '')) start -= 1;
  return at - ([...graphemesOf(text.slice(start, at))].at(-1) ?? '').length;
}

/** East Asian wide and full-width characters, the large blocks of them (Unicode's EastAsianWidth). */
const WIDE =
  /^[\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[#*0-9]\ufe0f?\u20e3|\p{Regional_Indicator}{2})/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Columns of one grapheme. */
export function widthOf(grapheme: string): number {
  if (/^[\x20-\x7e]$/.test(grapheme)) return 1;
  if (NO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}

export function textWidth(text: string): number {
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += widthOf(grapheme);
  return width;
}

/**
 * Text of a model, a program or a file for the screen: nothing in it can move the cursor, colour, hide or reorder. Hidden
 * characters are shown by their codes; tabs become spaces; lines end with a line feed.
 */
export function safeText(text: string): string {
  const plain = text.replace(/\r\n/g, '\n').replace(/\t/g, '    ');
  const pieces: string[] = [];
  let from = 0;
  for (const { index, length, code } of hiddenCharactersIn(plain)) {
    pieces.push(plain.slice(from, index), `<${code}>`);
    from = index + length;
  }
  return pieces.length === 0 ? plain : pieces.join('') + plain.slice(from);
}

/** Makes text safe as `safeText` does, and counts runs of blanks that would push the following text out of sight. */
export function reviewText(text: string): string {
  let counted = '';
  let from = 0;
  for (const { index, length, words } of blankRunsIn(text)) {
    counted += `${text.slice(from, index)} <${words}> `;
    from = index + length;
  }
  return safeText(counted + text.slice(from));
}
