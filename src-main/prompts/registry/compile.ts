import type { PromptProblem } from '#contract';
import { createTemplateSet, editorPositionOf, TemplateError, type TemplateSet } from '#template';
import type { PromptText } from './tables.ts';

/** The templates of one prompt, which share the names they define. @throws TemplateError with the index of the message */
export function compileTexts(texts: readonly PromptText[], functions: Iterable<string>): TemplateSet {
  const set = createTemplateSet({ functions });
  for (const { name, text } of texts) set.parse(name, text);
  return set;
}

/** The templates of a prompt that was found to be right: which tools there are does not matter any more. @throws TemplateError */
export function loadedTemplates(texts: readonly PromptText[]): TemplateSet {
  const set = createTemplateSet({ onUnknown: () => {} });
  for (const { name, text } of texts) set.parse(name, text);
  return set;
}

/**
 * Length above which texts are parsed in a thread of their own, when they are rendered; in UTF-16 units, all of a
 * prompt together.
 */
const MAX_HERE = 100_000;

export function isTooLongHere(texts: readonly PromptText[]): boolean {
  return texts.reduce((sum, { text }) => sum + text.length, 0) > MAX_HERE;
}

/** The first thing that keeps the texts from being templates, as far as they are not too long to be looked at here. */
export function syntaxProblem(texts: readonly PromptText[], functions: Iterable<string>): PromptProblem | undefined {
  if (isTooLongHere(texts)) return undefined;
  try {
    compileTexts(texts, functions);
    return undefined;
  } catch (error) {
    return templateProblem(error, texts);
  }
}

/** An error of a template as editors show it: in the text it stands in, lines and columns from 1. */
export function templateProblem(error: unknown, texts: readonly PromptText[]): PromptProblem {
  if (!(error instanceof TemplateError)) {
    return { severity: 'error', message: error instanceof Error ? error.message : String(error) };
  }
  const { template, line, offset, endOffset } = error.at;
  const index = messageIndex(template, texts);
  const text = texts[index]?.text ?? '';
  return {
    severity: 'error',
    message: error.message,
    in: index,
    ...(offset === undefined ? { line } : rangeOf(text, offset, endOffset)),
  };
}

interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** Range between two offsets in lines and columns from 1, as editors count. */
export function rangeOf(text: string, offset: number, end: number | undefined): TextRange {
  const from = editorPositionOf(text, offset);
  const start = { line: from.line, column: from.column + 1 };
  if (end === undefined || end < offset) return start;
  const to = editorPositionOf(text, end);
  return { ...start, endLine: to.line, endColumn: to.column + 1 };
}

/** Index of the message that a place of this text is in. */
export function messageIndex(template: string, texts: readonly PromptText[]): number {
  return Math.max(
    0,
    texts.findIndex(({ name }) => name === template),
  );
}
