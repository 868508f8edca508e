import type { editor } from './monaco.ts';

/** Number of lines up to which a text is tokenized at once, some 20 ms of work; longer ones are left to idle moments. */
const MAX_LINES = 3000;

/** Member of Monaco's models that its types leave out. */
interface TokenizedModel {
  readonly tokenization?: { forceTokenization(lineNumber: number): void };
}

/**
 * Tokenizes a text at once. Monaco does so in idle moments, and indents no line that it has not come to: on a busy machine those typed
 * at the end of a text that has just opened.
 */
export function tokenizeNow(model: editor.ITextModel): void {
  const lines = model.getLineCount();
  if (lines <= MAX_LINES) (model as TokenizedModel).tokenization?.forceTokenization(lines);
}
