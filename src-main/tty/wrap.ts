import { textWidth } from './text-width.ts';

/** A word with its colours and the blanks before it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with Esc
const WORD = /( *)((?:\x1b\[[0-9;]*m|[^\s\x1b])+)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with Esc
const COLOUR = /\x1b\[[0-9;]*m/g;
/** Narrower terminals wrap by themselves, anywhere. */
const LEAST_COLUMNS = 20;

/** Breaks a line between words, so that it fits; what comes after the first row is indented by `hang`. */
export function wrapLine(line: string, columns: number, hang: number): string {
  if (columns < LEAST_COLUMNS || hang > columns / 2 || textWidth(line.replace(COLOUR, '')) <= columns) return line;
  let wrapped = '';
  let column = 0;
  let isFirst = true;
  for (const [, blanks = '', word = ''] of line.matchAll(WORD)) {
    const width = textWidth(word.replace(COLOUR, ''));
    if (isFirst || column + blanks.length + width <= columns) {
      wrapped += blanks + word;
      column += blanks.length + width;
    } else {
      wrapped += `\n${' '.repeat(hang)}${word}`;
      column = hang + width;
    }
    isFirst = false;
  }
  return wrapped;
}
