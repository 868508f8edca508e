import { eastAsianWidth } from 'get-east-asian-width';
import { blankRunsIn } from '#contract/blank-runs';
import { withHiddenShown } from '#contract/hidden-characters';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** UTF-16 units that one character on the screen may be made of: a family of emoji has some thirty. */
const REACH = 64;

/** UTF-16 units that are given to the segmenter at a time: it takes ever longer for a piece of a longer text. */
const WINDOW = 1024;

/** Characters as a person counts them. */
export function* graphemesOf(text: string): Generator<string, void> {
  let window = WINDOW;
  for (let from = 0; from < text.length; ) {
    const start = from;
    const end = pairBoundary(text, from + window);
    let last = '';
    for (const segment of segmentsOf(text.slice(from, end))) {
      if (last !== '') yield last;
      from += last.length;
      last = segment;
    }
    if (end < text.length) {
      // The last may go on behind the window, and begins the next one.
      window = from === start ? window * 2 : WINDOW;
      continue;
    }
    yield last;
    return;
  }
}

/** Graphemes of a piece; the segmenter takes ten times as long where each character is one. */
function segmentsOf(piece: string): Iterable<string> {
  return /^[\n\x20-\x7e]*$/.test(piece) ? piece : Array.from(segmenter.segment(piece), ({ segment }) => segment);
}

/** The place itself, or the one before it where it is in the middle of a pair. */
function pairBoundary(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at;
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

const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[#*0-9]\ufe0f?\u20e3|\p{Regional_Indicator}{2})/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Columns of one grapheme. */
export function widthOf(grapheme: string): number {
  if (/^[\x20-\x7e]$/.test(grapheme)) return 1;
  if (NO_WIDTH.test(grapheme)) return 0;
  return EMOJI.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

export function textWidth(text: string): number {
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += widthOf(grapheme);
  return width;
}

/** The beginning of a text that fits in so many columns. */
export function startWithin(text: string, columns: number): string {
  let left = columns;
  let end = 0;
  for (const grapheme of graphemesOf(text)) {
    left -= widthOf(grapheme);
    if (left < 0) break;
    end += grapheme.length;
  }
  return text.slice(0, end);
}

/**
 * Text of a model, a program or a file for the screen: nothing in it can move the cursor, colour, hide or reorder. Hidden
 * characters are shown by their codes; tabs become spaces; lines end with a line feed.
 */
export function safeText(text: string): string {
  return withHiddenShown(text.replace(/\r\n/g, '\n').replace(/\t/g, '    '));
}

/** The lines that have ended now, and what has not; a line that only goes on is not looked at anew each time. */
export function endedLines(partial: string, more: string): { readonly lines: string[]; readonly rest: string } {
  if (!more.includes('\n')) return { lines: [], rest: partial + more };
  const lines = (partial + more).split('\n');
  return { rest: lines.pop() ?? '', lines };
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
