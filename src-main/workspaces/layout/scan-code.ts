import type { ToolLanguage } from '#contract';

/** Declarations in a code file, found in its text without running it. */
export interface ScannedCode {
  /** The first paragraph of its description; empty if none was found. */
  readonly description: string;
}

/** Longest description that is found, and how far behind its function it is looked for, in characters. */
const MAX_DESCRIPTION = 1000;
const REACH = 4000;

export const PYTHON_TOOL = /^async[ \t]+def[ \t]+tool\b/m;
const EXPORTED = /^export[ \t]+const[ \t]+description\b/m;
const JS_TOOL = /^export[ \t]+(?:default[ \t]+)?(?:async[ \t]+)?(?:function|const)\b/m;

/** Reads a description from the text of a tool, in time linear in its length; what it really says is known when it is loaded. */
export function scanCode(text: string, language: ToolLanguage): ScannedCode {
  const found = language === 'python' ? docstringOf(text) : (exportedOf(text) ?? commentOf(text));
  const [first = ''] = (found ?? '').trim().split(/\r?\n[ \t]*\r?\n|\r?\n[ \t]*Args:/, 1);
  return { description: first.replaceAll(/\s+/g, ' ').slice(0, MAX_DESCRIPTION) };
}

/** Text between the first triple quotes after the function's head. */
function docstringOf(text: string): string | undefined {
  const head = PYTHON_TOOL.exec(text);
  if (!head) return undefined;
  const rest = text.slice(head.index, head.index + 2 * REACH);
  const [quotes] = ['"""', "'''"]
    .filter((one) => rest.includes(one))
    .sort((one, other) => rest.indexOf(one) - rest.indexOf(other));
  if (quotes === undefined) return undefined;
  const [, inside, ...after] = rest.split(quotes, 3);
  return after.length > 0 ? inside : undefined;
}

/** The text behind `export const description =`, in whatever quotes. */
function exportedOf(text: string): string | undefined {
  const head = EXPORTED.exec(text);
  if (!head) return undefined;
  const rest = text.slice(head.index, head.index + REACH);
  const from = rest.search(/['"`]/);
  const quote = rest.charAt(from);
  for (let at = from + 1; from >= 0 && at < rest.length; at++) {
    if (rest[at] === '\\') at++;
    else if (rest[at] === quote) return rest.slice(from + 1, at);
  }
  return undefined;
}

/** The comment that ends just before the first exported function. */
function commentOf(text: string): string | undefined {
  const head = JS_TOOL.exec(text);
  if (!head) return undefined;
  const before = text.slice(Math.max(0, head.index - REACH), head.index).trimEnd();
  const from = before.lastIndexOf('/**');
  if (!before.endsWith('*/') || from < 0) return undefined;
  const lines = before.slice(from + 3, -2).split('\n');
  const written = lines.map((line) => line.replace(/^[ \t]*\*[ \t]?/, ''));
  const tags = written.findIndex((line) => line.trimStart().startsWith('@'));
  return written.slice(0, tags < 0 ? undefined : tags).join('\n');
}
