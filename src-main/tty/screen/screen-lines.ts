import { graphemesOf, widthOf } from './text-width.ts';

export interface ScreenLayout {
  /** Text in each row of the screen. */
  readonly rows: readonly string[];
  readonly cursorRow: number;
  readonly cursorColumn: number;
}

/** Text that may hold colours, and how it is shown. */
export interface StyledText {
  /** Its characters, escapes not counted. */
  readonly text: string;
  readonly style?: string;
}

/**
 * Cuts a prompt and a line into the rows of a screen that is `columns` wide. No wide character is cut in two, and none stands
 * in the column after the last, where terminals disagree about what comes next.
 */
export function layOut(prompt: StyledText, line: string, cursor: number, columns: number): ScreenLayout {
  const rows: string[] = [];
  let row = prompt.style ?? '';
  let column = 0;
  let cursorRow = 0;
  let cursorColumn = 0;
  const next = () => {
    rows.push(row);
    row = '';
    column = 0;
  };
  const put = (grapheme: string) => {
    const shown = shownAs(grapheme);
    const width = shown === grapheme ? widthOf(grapheme) : shown.length;
    if (column + width > columns) next();
    row += shown;
    column += width;
  };
  for (const grapheme of graphemesOf(prompt.text)) put(grapheme);
  if (prompt.style) row += RESET;
  let at = 0;
  const markCursor = () => {
    if (at !== cursor) return;
    if (column >= columns) next();
    cursorRow = rows.length;
    cursorColumn = column;
  };
  for (const grapheme of graphemesOf(line)) {
    markCursor();
    if (grapheme === '\n') next();
    else put(grapheme);
    at += grapheme.length;
  }
  markCursor();
  rows.push(row);
  return { rows, cursorRow, cursorColumn };
}

const RESET = '\x1b[0m';

/** Controls and invisible characters in what was typed or pasted are seen, never sent to the terminal. */
function shownAs(grapheme: string): string {
  if (grapheme === '\t') return '    ';
  const code = grapheme.codePointAt(0) ?? 0;
  if (code < 32 || code === 127) return `^${String.fromCharCode(code ^ 64)}`;
  if (/^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(grapheme)) return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  return grapheme;
}
