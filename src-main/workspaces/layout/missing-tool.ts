import type { FileProblem, ToolLanguage } from '#contract';

const PLAIN_PYTHON = /^def[ \t]+tool[ \t]*\(/m;
/** Ways in which a name comes about that the text alone does not show. */
const HIDDEN_PYTHON = /\btool\b|\bimport[ \t]+\*|\b(?:globals|locals|vars|exec|eval|setattr|__getattr__)\b|\\\r?\n/;
const HIDDEN_JS = /\btool\b|\bdefault\b|\bexports\b|\bexport[ \t]*\*|\\u/;
const OTHER_BINDING =
  /^async[ \t]+def[ \t]+tool\b|\btool[ \t]*(?:,|:?=(?!=)|:[^=\n]{1,200}=)|\b(?:as|for)[ \t]+tool\b|\bimport\b[^\n]{0,300}\btool\b/m;

/**
 * Says that a file of `tools` has no function for models to call (specification 1.5), as far as its text tells for sure: where the
 * name may come about in another way, nothing is said, and it is known once the file is loaded. Linear in the text.
 */
export function missingTool(file: string, text: string, language: ToolLanguage): FileProblem | undefined {
  if (language !== 'python') {
    if (HIDDEN_JS.test(text)) return undefined;
    return {
      file,
      line: 1,
      message: `It exports no function tool; add ${'`export async function tool(…)`'}, or ${HELPER}`,
    };
  }
  // Python reads names in their compatible form, as `ｔｏｏｌ`.
  if (!HIDDEN_PYTHON.test(text.normalize('NFKC'))) {
    return { file, line: 1, message: `It has no function called tool; add ${'`async def tool(…)`'}, or ${HELPER}` };
  }
  const plain = PLAIN_PYTHON.exec(text);
  if (!plain || OTHER_BINDING.test(text) || isDecorated(text, plain.index) || isQuoted(text, plain.index))
    return undefined;
  const line = text.slice(0, plain.index).split('\n').length;
  return { file, line, message: 'Its function tool is not async; write `async def tool(…)`' };
}

const HELPER = 'begin its name with an underscore where other tools only import it';

/** A decorator may make something else of it. */
function isDecorated(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd();
  return before.slice(before.lastIndexOf('\n') + 1).startsWith('@') || before.endsWith(')');
}

/** Whether the position is inside a text of several lines. */
function isQuoted(text: string, at: number): boolean {
  return (text.slice(0, at).match(/"""|'''/g)?.length ?? 0) % 2 === 1;
}
