import { SGR, withoutColours } from '#contract/escape-sequences';
import { textWidth } from './text-width.ts';

/** A word with its colours and the blanks before it. Other spaces stay in their word: a number may be grouped by them. */
const WORD = new RegExp(String.raw`( *)((?:${SGR}|[^ \x1b])+)`, 'g');
/** Narrower terminals wrap by themselves, anywhere. */
const LEAST_COLUMNS = 20;

/** Breaks a line between words, so that it fits; what comes after the first row is indented by `hang`. */
export function wrapLine(line: string, columns: number, hang: number): string {
  if (columns < LEAST_COLUMNS || hang > columns / 2 || textWidth(withoutColours(line)) <= columns) return line;
  let wrapped = '';
  let column = 0;
  let isFirst = true;
  for (const [, blanks = '', word = ''] of line.matchAll(WORD)) {
    const width = textWidth(withoutColours(word));
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
