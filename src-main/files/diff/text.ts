/** Text as lines that keep their own terminators: joined, they are the text again, byte for byte. */

export type Ending = 'none' | 'lf' | 'crlf';
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none';

export const BOM = '\uFEFF';

/** Splits a text into lines. A line ends after LF or CRLF; a lone CR stays inside its line, and the last line may have no ending. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

export function terminatorOf(line: string): Ending {
  if (!line.endsWith('\n')) return 'none';
  return line.endsWith('\r\n') ? 'crlf' : 'lf';
}

/** The line without its terminator. */
export function lineContent(line: string): string {
  if (!line.endsWith('\n')) return line;
  return line.slice(0, line.endsWith('\r\n') ? -2 : -1);
}

/** Determines the terminators that the text uses; `none` if it has no complete line. */
export function lineEndingOf(text: string): LineEnding {
  const { lf, crlf } = countEndings(text);
  if (lf > 0 && crlf > 0) return 'mixed';
  if (crlf > 0) return 'crlf';
  return lf > 0 ? 'lf' : 'none';
}

/** The terminator most lines have; LF where they are even or there are none. */
export function dominantEndingOf(text: string): 'lf' | 'crlf' {
  const { lf, crlf } = countEndings(text);
  return crlf > lf ? 'crlf' : 'lf';
}

function countEndings(text: string): { lf: number; crlf: number } {
  const counts = { lf: 0, crlf: 0 };
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    counts[at > 0 && text[at - 1] === '\r' ? 'crlf' : 'lf'] += 1;
  }
  return counts;
}

/** The text of bytes that are valid UTF-8 without NUL, a byte order mark included; else they are not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Converts text to what an editor that knows only LF and no byte order mark holds; such editors break lines at a lone
 * CR too.
 */
export function toEditorText(text: string): string {
  return withoutBom(text).replaceAll(/\r\n?/g, '\n');
}

export function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

export function toCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}
