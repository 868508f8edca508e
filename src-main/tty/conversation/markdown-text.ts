import { bold, cyan, italic, muted, underlined } from '../screen/style.ts';
import { endedLines, safeText } from '../screen/text-width.ts';
import { wrapLine } from '../screen/wrap.ts';

/** Longest line in which marks are looked for, in UTF-16 units: in a longer one it would take ever longer. */
const MAX_STYLED = 8000;

/** A model's Markdown for the terminal, line by line as it comes. What the model wrote never reaches the terminal as an escape. */
export class MarkdownText {
  readonly #columns: () => number;
  #partial = '';
  /** The fence that a block of code was opened with. */
  #fence: string | undefined;

  constructor(columns: () => number) {
    this.#columns = columns;
  }

  /** The lines that are complete now, each with its newline. */
  push(text: string): string {
    const { lines, rest } = endedLines(this.#partial, text);
    this.#partial = rest;
    return lines.map((line) => `${this.#line(line)}\n`).join('');
  }

  /** Returns the rest that has no newline yet. */
  end(): string {
    const rest = this.#partial;
    this.#partial = '';
    return rest === '' ? '' : `${this.#line(rest)}\n`;
  }

  #line(raw: string): string {
    const line = safeText(raw.replace(/\r$/, ''));
    if (line.length > MAX_STYLED) return line;
    const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (this.#fence !== undefined) {
      const isEnd = fence?.startsWith(this.#fence) && line.trim() === fence;
      if (isEnd) this.#fence = undefined;
      return isEnd ? muted(line) : cyan(line);
    }
    if (fence === undefined)
      return line.startsWith('|') ? blockLine(line) : wrapLine(blockLine(line), this.#columns(), hangOf(line));
    this.#fence = fence;
    return muted(line);
  }
}

/** A whole text at once. */
export function markdownText(text: string, columns: number): string {
  const markdown = new MarkdownText(() => columns);
  return markdown.push(text) + markdown.end();
}

/** Finds the column at which the text of an item or quotation begins: its further rows begin there, too. */
function hangOf(line: string): number {
  return /^ *(?:[-*+>] +|\d{1,9}[.)] +)?/.exec(line)?.[0].length ?? 0;
}

function blockLine(line: string): string {
  const [, marks, heading] = /^(#{1,6}) +(.*?) *#*$/.exec(line) ?? [];
  if (marks !== undefined && heading !== undefined) return bold(inline(heading));
  if (/^ {0,3}([-*_])( *\1){2,} *$/.test(line)) return muted('─'.repeat(20));
  const [, indent, item] = /^( *)[-*+] +(.*)$/.exec(line) ?? [];
  if (indent !== undefined && item !== undefined) return `${indent}• ${inline(item)}`;
  const [, quoted] = /^ {0,3}> ?(.*)$/.exec(line) ?? [];
  return quoted === undefined ? inline(line) : muted(`│ ${inline(quoted)}`);
}

/** Code spans first: nothing inside them is anything else. */
const INLINE =
  /(?<ticks>`+)(?<code>[^`]|[^`].*?[^`])\k<ticks>(?!`)|\*\*(?<strong>\S|\S.*?\S)\*\*|\[(?<label>[^\]\n]+)\]\((?<url>[^)\s]+)\)|(?<![\w*])\*(?<stressed>[^*\s]|[^*\s][^*]*[^*\s])\*(?![\w*])/g;

function inline(text: string): string {
  return text.replace(INLINE, (whole, ...rest) => {
    const { code, strong, label, url, stressed } = rest.at(-1) as Record<string, string | undefined>;
    if (code !== undefined) return cyan(code);
    if (strong !== undefined) return bold(strong);
    if (stressed !== undefined) return italic(stressed);
    return label === undefined ? whole : label === url ? underlined(label) : `${underlined(label)} (${url})`;
  });
}
