/** Line ends by text, for recent texts; a short memory, as many errors are in one text. */
const remembered = new Map<string, readonly number[]>();
const MAX_REMEMBERED = 8;

export interface Position {
  /** Number of the line, from 1. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
}

/** Number of the line at an offset, from 1. */
export function lineNumber(text: string, offset: number): number {
  return lineIndex(lineStarts(text), offset) + 1;
}

/** Position as Go counts it: in bytes of UTF-8. */
export function positionOf(text: string, offset: number): Position {
  const { line, start } = lineAt(text, offset);
  return { line, column: Buffer.byteLength(text.slice(start, offset)) };
}

/** Position as editors count it: in UTF-16 units. */
export function editorPositionOf(text: string, offset: number): Position {
  const { line, start } = lineAt(text, offset);
  return { line, column: offset - start };
}

function lineAt(text: string, offset: number): { readonly line: number; readonly start: number } {
  const starts = lineStarts(text);
  const index = lineIndex(starts, offset);
  return { line: index + 1, start: starts[index] ?? 0 };
}

/** The last line that starts at the offset or before it. */
function lineIndex(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lineStarts(text: string): readonly number[] {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const [oldest] = remembered.keys();
  if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  remembered.set(text, starts);
  return starts;
}
