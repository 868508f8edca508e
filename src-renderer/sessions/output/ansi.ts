/**
 * Program output as lines of styled runs. Colours and text attributes (SGR) are kept, a carriage return or backspace
 * overwrites as on a terminal, "erase in line" erases, every other escape sequence and control character is dropped.
 * Concealed text (SGR 8) stays visible on purpose.
 */
import { plainStyle, SgrCache, type TextStyle } from './sgr.ts';

/** Neighbouring characters of one style. */
export interface StyledRun {
  readonly text: string;
  readonly style: TextStyle;
}

export type StyledLine = readonly StyledRun[];

export function parseAnsi(text: string): readonly StyledLine[] {
  const screen = new LineWriter();
  let at = 0;
  while (at < text.length) {
    const next = nextControl(text, at);
    if (next > at) screen.write(text.slice(at, next));
    at = next < text.length ? actOnControl(text, next, screen) : next;
  }
  return screen.finish();
}

const ESC = 0x1b;
const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code <= 0x9f);

function nextControl(text: string, from: number): number {
  let at = from;
  while (at < text.length && (!isControl(text.charCodeAt(at)) || text[at] === '\t')) at += 1;
  return at;
}

/** Acts on the control character at `at` and returns where the text goes on. */
function actOnControl(text: string, at: number, screen: LineWriter): number {
  const code = text.charCodeAt(at);
  if (code === ESC) return escapeSequence(text, at + 1, screen);
  if (code === 0x9b) return controlSequence(text, at + 1, screen);
  if (code === 0x0a) screen.newLine();
  if (code === 0x0d) screen.return();
  if (code === 0x08) screen.moveBy(-1);
  return at + 1;
}

function escapeSequence(text: string, at: number, screen: LineWriter): number {
  const introducer = text[at];
  if (introducer === '[') return controlSequence(text, at + 1, screen);
  if (introducer !== undefined && ']PX^_'.includes(introducer)) return endOfString(text, at + 1);
  // ESC, intermediates from space to slash, one final character.
  let end = at;
  while (end < text.length && text.charCodeAt(end) >= 0x20 && text.charCodeAt(end) <= 0x2f) end += 1;
  return Math.min(end + 1, text.length);
}

function controlSequence(text: string, start: number, screen: LineWriter): number {
  let end = start;
  while (end < text.length && text.charCodeAt(end) >= 0x20 && text.charCodeAt(end) <= 0x3f) end += 1;
  const parameters = text.slice(start, end);
  if (text[end] === 'm') screen.select(parameters);
  if (text[end] === 'K') screen.erase(parameters);
  // A control character inside means that the sequence was cut short: it is not part of it.
  return end < text.length && !isControl(text.charCodeAt(end)) ? end + 1 : end;
}

/** Characters that a string without an end takes at most. */
const LONGEST_UNENDED = 4096;
const STRING_ENDS: ReadonlySet<number> = new Set([0x07, 0x9c, 0x18, 0x1a]);

/**
 * Finds the end of an operating system command or the like: BEL or ESC \, or CAN or SUB, which cut it short. One that
 * never ends takes its line at most, and does not hide the rest of the output.
 */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (STRING_ENDS.has(code)) return at + 1;
    if (code === ESC) return text[at + 1] === '\\' ? at + 2 : at;
  }
  const line = text.indexOf('\n', start);
  return Math.min(line === -1 ? text.length : line, start + LONGEST_UNENDED);
}

interface ScreenCell {
  readonly text: string;
  readonly style: TextStyle;
}

/** Owns the line being written. It is cut into cells only once something in it is overwritten. */
class LineWriter {
  style: TextStyle = plainStyle;
  readonly #lines: StyledLine[] = [];
  readonly #sgr = new SgrCache();
  #runs: StyledRun[] = [];
  #cells: ScreenCell[] | undefined;
  /** Blank columns before the first cell. */
  #indent = 0;
  /** Columns from the first cell on that are blank as long as nothing is written there: they are not blanked again. */
  #blanked = 0;
  #column = 0;
  /** The line was returned to its beginning, and nothing was done there yet: most lines of a terminal end so. */
  #isReturned = false;

  write(text: string): void {
    if (this.#isReturned) this.moveTo(0);
    if (this.#cells === undefined) {
      this.#runs.push({ text, style: this.style });
      return;
    }
    const cells = this.#reaching(this.#cells);
    this.#blanked = Math.min(this.#blanked, this.#column - this.#indent);
    for (const character of text) {
      cells[this.#column - this.#indent] = { text: character, style: this.style };
      this.#column += 1;
    }
  }

  select(parameters: string): void {
    this.style = this.#sgr.apply(this.style, parameters);
  }

  newLine(): void {
    this.#lines.push(this.#take());
  }

  return(): void {
    this.#isReturned = true;
  }

  moveTo(column: number): void {
    this.#isReturned = false;
    const cells = this.#asCells();
    this.#column = Math.min(Math.max(column, 0), this.#indent + cells.length);
  }

  moveBy(columns: number): void {
    if (this.#isReturned) this.moveTo(0);
    this.#asCells();
    this.moveTo(this.#column + columns);
  }

  erase(parameters: string): void {
    if (this.#isReturned) this.moveTo(0);
    const cells = this.#asCells();
    const place = Math.max(this.#column - this.#indent, 0);
    if (parameters === '1') {
      cells.fill(BLANK, Math.min(this.#blanked, place), place);
      this.#blanked = Math.max(this.#blanked, place);
      return;
    }
    if (parameters === '2') {
      this.#cells = [];
      this.#indent = this.#column;
    } else cells.length = Math.min(cells.length, place);
    this.#blanked = Math.min(this.#blanked, this.#cells?.length ?? 0);
  }

  finish(): readonly StyledLine[] {
    const last = this.#take();
    // A final line ending ends the last line and does not begin another.
    if (last.length > 0) this.#lines.push(last);
    return this.#lines;
  }

  #asCells(): ScreenCell[] {
    if (this.#cells !== undefined) return this.#cells;
    this.#cells = this.#runs.flatMap((run) => Array.from(run.text, (text) => ({ text, style: run.style })));
    this.#runs = [];
    this.#column = this.#cells.length;
    return this.#cells;
  }

  /** The cells with one for the present column, also where that lies in the blanks before them. */
  #reaching(cells: ScreenCell[]): ScreenCell[] {
    if (this.#column >= this.#indent) return cells;
    const isEmpty = cells.length === 0;
    this.#cells = isEmpty ? cells : [...new Array<ScreenCell>(this.#indent).fill(BLANK), ...cells];
    this.#indent = isEmpty ? this.#column : 0;
    this.#blanked = 0;
    return this.#cells;
  }

  #take(): StyledLine {
    const cells = this.#cells ?? [];
    const indent = cells.length === 0 ? '' : ' '.repeat(this.#indent);
    const line = joinRuns(indent === '' ? (this.#cells ?? this.#runs) : [{ ...BLANK, text: indent }, ...cells]);
    this.#runs = [];
    this.#cells = undefined;
    this.#indent = 0;
    this.#blanked = 0;
    this.#column = 0;
    this.#isReturned = false;
    return line;
  }
}

const BLANK: ScreenCell = { text: ' ', style: plainStyle };

function joinRuns(parts: readonly StyledRun[]): StyledLine {
  const runs: { text: string; style: TextStyle }[] = [];
  for (const { text, style } of parts) {
    const last = runs.at(-1);
    if (last?.style === style) last.text += text;
    else runs.push({ text, style });
  }
  return runs;
}
