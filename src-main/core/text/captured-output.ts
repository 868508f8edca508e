import { OSC, SGR, withoutSequences } from '#contract/escape-sequences';

/** Most of a command's output that is retained, in bytes of UTF-8. */
export const CAPTURE_BYTES = 512 * 1024;

export interface CapturedText {
  readonly text: string;
  /** Whether earlier output was dropped. */
  readonly isTail: boolean;
}

/**
 * The last whole lines of `text` that fit, each counted with its line end; blank lines at the start of a shortened text go
 * too. A line that alone reaches the limit takes everything before it along. `isCut`: lines before `text` are gone already.
 */
export function captureTail(text: string, limit: number = CAPTURE_BYTES, isCut = false): CapturedText {
  const hasFinalEnd = text.endsWith('\n');
  const lines = (hasFinalEnd ? text.slice(0, -1) : text).split('\n');
  let from = firstThatFits(lines, limit);
  if (from === 0 && !isCut) return { text, isTail: false };
  while (from < lines.length && lines[from]?.trim() === '') from++;
  const kept = lines.slice(from).join('\n');
  return { text: kept === '' ? '' : kept + (hasFinalEnd ? '\n' : ''), isTail: true };
}

function firstThatFits(lines: readonly string[], limit: number): number {
  let bytes = 0;
  let from = lines.length;
  while (from > 0) {
    const own = Buffer.byteLength(lines[from - 1] ?? '');
    if (own >= limit || bytes + own + 1 > limit) break;
    bytes += own + 1;
    from--;
  }
  return from;
}

/**
 * Colours, titles, modes of keys and cursor, the bell, erasing to the right of a cursor that is always at the end: they change
 * nothing of the text. CR before LF is the terminal's.
 */
const DECORATION = new RegExp(
  [
    SGR,
    String.raw`\x1b\[0?[KJ]`,
    String.raw`\x1b\[\?(?:1|12|25|2004)[hl]`,
    OSC,
    String.raw`\x1b\(B`,
    String.raw`\x1b[=>]`,
    String.raw`\x07`,
    String.raw`(?<!\r)\r+(?=\n)`,
  ].join('|'),
  'g',
);
/** Everything else that moves the cursor, erases or is otherwise no text; tabs and line ends are text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
const NO_TEXT = /[\x00-\x08\x0b-\x1f\x7f]/;
/** A sequence that may go on in the next piece. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
const UNFINISHED = /(?:\x1b(?:\[[0-9;:?<=>!" ']*|\][^\x07\x1b]*\x1b?|[()])?|\r)$/;
/** Longest an unfinished sequence at the end of a piece is waited for, in UTF-16 units. */
const LONGEST_SEQUENCE = 4096;

/**
 * Collects what a program prints, as text. As long as it only adds text and colours this is exact, tabs and long lines
 * included; once it moves the cursor only a terminal's screen can tell what it says.
 */
export class CapturedOutput {
  readonly #limit: number;
  readonly #isRough: boolean;
  #pieces: string[] = [];
  #length = 0;
  #isCut = false;
  #isPlain = true;
  #unfinished = '';

  /** `isRough`: there is no screen to ask, so that moving the cursor is resolved as well as a line at a time allows. */
  constructor(limit: number = CAPTURE_BYTES, isRough = false) {
    this.#limit = limit;
    this.#isRough = isRough;
  }

  /** Whether `result` is what a screen would show. */
  get isPlain(): boolean {
    return this.#isPlain && this.#unfinished === '';
  }

  add(piece: string): void {
    if (!this.#isPlain) return;
    const text = this.#unfinished + piece;
    const open = UNFINISHED.exec(text)?.[0] ?? '';
    this.#unfinished = open.length < LONGEST_SEQUENCE ? open : '';
    const clean = text.slice(0, text.length - this.#unfinished.length).replace(DECORATION, '');
    if (!this.#isRough && NO_TEXT.test(clean)) {
      this.#isPlain = false;
      this.#pieces = [];
      return;
    }
    this.#keep(clean);
  }

  result(): CapturedText {
    const whole = this.#pieces.join('');
    const text = this.#isRough ? roughText(whole) : whole;
    return captureTail(this.#isCut ? withoutFirstLine(text) : text, this.#limit, this.#isCut);
  }

  #keep(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#length += text.length;
    // UTF-16 units are at most as many as bytes, so what is cut here would not have fitted. Twice the limit keeps it linear.
    if (this.#length < this.#limit * 2 + 2) return;
    const last = this.#pieces.join('').slice(-this.#limit - 1);
    this.#pieces = [last];
    this.#length = last.length;
    this.#isCut = true;
  }
}

/** Keeps what was written last on each line. */
function roughText(text: string): string {
  return withoutSequences(text)
    .replace(/(?<=^|[\n\r])[^\n\r]*\r(?=[^\n])/g, '')
    .replace(new RegExp(NO_TEXT, 'g'), '');
}

function withoutFirstLine(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? '' : text.slice(end + 1);
}
