/** The block of metadata at the start of a Markdown file, and what follows it. */
export interface FrontMatter {
  /** Block without the lines of dashes. */
  readonly block: string;
  readonly body: string;
  /** Number of the block's first line, counted from 1. */
  readonly line: number;
}

const DASHES = /^---[ \t]*\r?$/;

/**
 * Splits a text behind its first block between two lines of three dashes; `undefined` if it does not begin with one.
 * `mayEndText`: the closing line may be the last of the text, without a line end.
 */
export function frontMatterOf(text: string, { mayEndText }: { readonly mayEndText: boolean }): FrontMatter | undefined {
  const opening = text.indexOf('\n');
  if (opening < 0 || !DASHES.test(text.slice(0, opening))) return undefined;
  const closing = closingLine(text, opening + 1);
  if (!closing) return undefined;
  const { start, end } = closing;
  if (end < 0 && !mayEndText) return undefined;
  return { block: text.slice(opening + 1, start), body: end < 0 ? '' : text.slice(end + 1), line: 2 };
}

/** The next line of three dashes; its end is -1 if it ends the text. */
function closingLine(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  for (let start = from; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    if (DASHES.test(end < 0 ? text.slice(start) : text.slice(start, end))) return { start, end };
    if (end < 0) return undefined;
    start = end + 1;
  }
  return undefined;
}
