/** A chunk ends at the latest after so many UTF-16 units, at the end of a line. */
const LONGEST = 6000;
/** Average number of lines in a chunk. */
const LINES = 24;

/**
 * Cuts a text at ends of lines. Where it is cut depends on the lines alone and not on their numbers, so that an edit changes the
 * chunk it is in and leaves the others as they were.
 */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline + 1;
    if (end - start >= LONGEST || marksAnEnd(text, at, end)) {
      chunks.push(text.slice(start, end));
      start = end;
    }
    at = end;
  }
  if (start < text.length || chunks.length === 0) chunks.push(text.slice(start));
  return chunks;
}

function marksAnEnd(text: string, from: number, to: number): boolean {
  let sum = to - from;
  // The beginning of a line is enough to tell it from most others.
  for (let index = from; index < Math.min(to, from + 40); index += 1) sum = (sum * 31 + text.charCodeAt(index)) | 0;
  return (sum >>> 0) % LINES === 0;
}
