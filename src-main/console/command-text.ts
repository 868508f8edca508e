import { parseShellLine } from './parse-line.ts';
import { literalOf, type TypedWord } from './words.ts';

/** Marks that mean something to a shell outside of quotes. */
const SHELL_MARK = /[|&;<>()$`\\"'*?[\]{}#~!]/;

/**
 * A line as a model is told of it: its words joined again, those with white space or a quoted mark of the shell's in single
 * quotes, a pipeline whole. Variables stay unexpanded, since their values may be nobody's business.
 */
export function commandText(line: string): string {
  const parsed = parsedOrUndefined(line);
  if (parsed?.kind !== 'stages') return line.trim();
  return parsed.stages.map(({ words }) => wordsText(words)).join(' | ');
}

export function wordsText(words: readonly TypedWord[]): string {
  return words
    .map((word) => {
      const text = wordText(word);
      const literal = literalOf(word);
      if (literal !== undefined && hasQuotedMark(word)) return `'${literal.replaceAll("'", `'\\''`)}'`;
      return text === '' || /\s/.test(text) ? `'${text}'` : text;
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

function wordText({ pieces }: TypedWord): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      return piece.kind === 'home' ? '~' : `\${${piece.name}}`;
    })
    .join('')
    .replace(/\$\{(\w+)\}(?!\w)/g, '$$$1');
}

function parsedOrUndefined(line: string) {
  try {
    return parseShellLine(line);
  } catch {
    return undefined;
  }
}
