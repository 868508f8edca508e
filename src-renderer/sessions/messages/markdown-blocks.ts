/**
 * Cuts streaming Markdown into blocks, so that finished ones are parsed once and only the last is parsed again
 * with every delta.
 */

/** Blocks of one message; joined they are the text. */
export function splitMarkdown(text: string): readonly string[] {
  if (hasReferences(text)) return text === '' ? [] : [text];
  const blocks: string[] = [];
  let start = 0;
  let fence: string | undefined;
  let isAfterBlank = false;
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const beginsBlock = fence === undefined && isAfterBlank && isTopLevel(line);
    if (beginsBlock && at > start) {
      blocks.push(text.slice(start, at));
      start = at;
    }
    fence = fenceAfter(fence, line);
    isAfterBlank = line.trim() === '';
    at = end;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

/** The first of the blocks that have about so many characters together; at least one. */
export function blocksWithin(blocks: readonly string[], characters: number): readonly string[] {
  let left = characters;
  const end = blocks.findIndex((block) => {
    left -= block.length;
    return left <= 0;
  });
  return end === -1 ? blocks : blocks.slice(0, end + 1);
}

export interface FencedCode {
  /** Text without its fences. */
  readonly text: string;
  /** Language as named by its fence, such as `python`. */
  readonly language: string | undefined;
  /** Whether the block is closed; false while it streams in. */
  readonly isClosed: boolean;
}

/** A block that is one fenced code block and nothing else; `undefined` for any other. */
export function fencedCode(block: string): FencedCode | undefined {
  const lines = block.split('\n');
  const first = lines[0] ?? '';
  const fence = fenceAfter(undefined, first);
  if (fence === undefined || !first.startsWith(fence)) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && fenceAfter(fence, line) === undefined);
  const language = /^[\w+#.-]+/.exec(first.slice(fence.length).trim())?.[0];
  if (end === -1) return { text: lines.slice(1).join('\n'), language, isClosed: false };
  if (lines.slice(end + 1).some((line) => line.trim() !== '')) return undefined;
  return { text: lines.slice(1, end).join('\n'), language, isClosed: true };
}

/** Link definitions and footnotes reach over the whole text: such a text stays in one piece. */
const hasReferences = (text: string) => /^ {0,3}\[[^\]\n]+\]:/m.test(text);

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline + 1;
}

/** Indented lines and list items may go on with the list before them, whatever blank lines lie between. */
const isTopLevel = (line: string) => line.trim() !== '' && !/^(\s|[-*+] |\d{1,9}[.)] )/.test(line);

function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line);
  if (mark?.[1] === undefined) return fence;
  if (fence === undefined) return mark[1].startsWith('`') && mark[2]?.includes('`') === true ? undefined : mark[1];
  const closes = mark[1][0] === fence[0] && mark[1].length >= fence.length && mark[2]?.trim() === '';
  return closes ? undefined : fence;
}
