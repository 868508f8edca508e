import { withoutColours } from '#contract/escape-sequences';
import type { Io } from '../io.ts';
import { layOut, type StyledText } from '../screen/screen-lines.ts';
import { muted } from '../screen/style.ts';
import { startWithin, textWidth } from '../screen/text-width.ts';

export interface LineContent {
  readonly prompt: StyledText;
  readonly text: string;
  readonly cursor: number;
  /** Dimmed, in place of the text while there is none, as far as the row reaches. */
  readonly hint?: string | undefined;
}

/** One line being edited on the screen, over as many rows as it takes; knows what it has drawn, so that it can take it away. */
export class LineView {
  readonly #io: Io;
  /** Rows above the cursor that are ours; undefined: nothing is drawn. */
  #above: number | undefined;
  /** Columns taken in the rows above the cursor and up to it, and how many there were to take. */
  #taken: readonly number[] = [];
  #columns = 0;

  constructor(io: Io) {
    this.#io = io;
  }

  draw({ prompt, text, cursor, hint }: LineContent): void {
    const { columns, rows: height } = this.#io.size();
    if (this.#columns !== columns) this.#reflow(columns);
    const part = partAround(text, cursor, height);
    const start = part.from === 0 ? prompt : { text: '' };
    const { rows, cursorRow, cursorColumn } = layOut(start, part.text, cursor - part.from, columns);
    // A text taller than the screen is shown around its cursor: what scrolled away could not be taken back.
    const from = Math.max(0, Math.min(cursorRow - height + 1, rows.length - height));
    const shown = rows.slice(from, from + height);
    const dimmed = text === '' && hint !== undefined ? muted(startWithin(hint, columns - cursorColumn)) : '';
    const last = shown.length - 1;
    const up = last - (cursorRow - from);
    this.#io.write(
      [
        this.#eraser(),
        shown.join('\r\n'),
        dimmed,
        up > 0 ? `\x1b[${up}A` : '',
        '\r',
        cursorColumn > 0 ? `\x1b[${cursorColumn}C` : '',
      ].join(''),
    );
    this.#above = cursorRow - from;
    this.#columns = columns;
    this.#taken = [...shown.slice(0, cursorRow - from).map(shownWidth), cursorColumn];
  }

  erase(): void {
    this.#io.write(this.#eraser());
    this.#above = undefined;
  }

  /** Leaves what is drawn, without its hint, and goes on below. */
  finish(content: LineContent): void {
    this.draw({ ...content, cursor: content.text.length, hint: undefined });
    this.#io.write('\r\n');
    this.#above = undefined;
  }

  /** A terminal that became narrower has broken our rows into more. */
  #reflow(columns: number): void {
    if (this.#above === undefined) return;
    const rows = this.#taken.slice(0, -1).map((width) => Math.max(1, Math.ceil(width / columns)));
    const cursor = Math.floor((this.#taken.at(-1) ?? 0) / columns);
    this.#above = rows.reduce((sum, count) => sum + count, cursor);
  }

  #eraser(): string {
    if (this.#above === undefined) return '';
    return `${this.#above > 0 ? `\x1b[${this.#above}A` : ''}\r\x1b[J`;
  }
}

/** Part of a text that a screen of so many rows can show: of a long paste, each key would lay out all of it. */
function partAround(text: string, cursor: number, rows: number): { readonly from: number; readonly text: string } {
  let before = cursor;
  let end = cursor - 1;
  for (let row = 0; row < rows; row++) {
    if (before > 0) before = text.lastIndexOf('\n', before - 1);
    if (end < text.length) end = text.indexOf('\n', end + 1);
    if (end < 0) end = text.length;
  }
  const from = before > 0 ? before + 1 : 0;
  return { from, text: text.slice(from, end) };
}

/** Columns of a row with its colours. */
const shownWidth = (row: string) => textWidth(withoutColours(row));
