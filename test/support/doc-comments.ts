/** Finds the doc comments of source text, as their words alone. */

/** Doc comment: at the start of a line or after code, so that a pattern such as `src/**` in a text is none. */
const DOC_COMMENT = /(?<=^|[\s{(;,|])\/\*\*(?=\s)(?<inside>[\s\S]*?)\*\//g;

export interface DocComment {
  /** Number of its first line, from 1. */
  readonly line: number;
  /** Words of the comment, without the asterisks of its lines. */
  readonly text: string;
}

/** Lists the doc comments of a source text in order. */
export function docCommentsIn(source: string): DocComment[] {
  return [...source.matchAll(DOC_COMMENT)].map(({ index, groups }) => ({
    line: source.slice(0, index).split('\n').length,
    text: (groups?.inside ?? '')
      .split('\n')
      .map((one) => one.replace(/^\s*\*?\s?/, '').trim())
      .join(' ')
      .trim(),
  }));
}
