import { parseShellLine } from './parse-line.ts';
import { literalOf, type TypedWord } from './words.ts';

/** Marks that mean something to a shell outside of quotes. */
const SHELL_MARK = /[|&;<>()$`\\"'*?[\]{}#~!]/;

/**
 * A line as a model is told of it: its words joined again, those with white space or a quoted mark of the shell's in single
 * quotes, or in double ones where a variable is in it, a pipeline whole. Variables stay unexpanded, since their values may
 * be nobody's business.
 */
export function commandText(line: string): string {
  const parsed = parsedOrUndefined(line);
  if (parsed?.kind !== 'stages') return line.trim();
  return parsed.stages.map(({ words }) => wordsText(words)).join(' | ');
}

export function wordsText(words: readonly TypedWord[]): string {
  return words
    .map((word) => {
      const text = wordText(word, (piece) => piece);
      if (text !== '' && !/\s/.test(text) && !hasQuotedMark(word)) return text;
      const literal = literalOf(word);
      if (literal !== undefined) return `'${literal.replaceAll("'", `'\\''`)}'`;
      const quoted = wordText(word, inDoubleQuotes);
      // A home folder is none within quotes; before it is at most the name of what it is assigned to.
      const hasHome = word.pieces.some(({ kind }) => kind === 'home');
      return hasHome ? quoted.replace(/~\/(.*)$/s, '~/"$1"') : `"${quoted}"`;
    })
    .join(' ');
}

/** Whether quotes keep a mark in it from meaning what it means to a shell. */
function hasQuotedMark({ pieces }: TypedWord): boolean {
  return pieces.some((piece) => piece.kind === 'text' && piece.isQuoted && SHELL_MARK.test(piece.text));
}

/** Whether a line is `push` alone, which takes the retained output. */
export function isPushAlone(line: string): boolean {
  return commandText(line) === 'push';
}

function inDoubleQuotes(text: string): string {
  return text.replace(/["$\\`]/g, '\\$&');
}

function wordText({ pieces }: TypedWord, quote: (text: string) => string): string {
  return pieces
    .map((piece, at) => {
      if (piece.kind === 'text') return quote(piece.text);
      if (piece.kind === 'home') return '~';
      const next = pieces[at + 1];
      return next?.kind === 'text' && /^\w/.test(next.text) ? `\${${piece.name}}` : `$${piece.name}`;
    })
    .join('');
}

function parsedOrUndefined(line: string) {
  try {
    return parseShellLine(line);
  } catch {
    return undefined;
  }
}
