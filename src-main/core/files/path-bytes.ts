/** Paths as text and as bytes: a file system's names are bytes, and not all of them are UTF-8. */

/** U+DC80 to U+DCFF stand for the bytes 0x80 to 0xFF that are no part of valid UTF-8 (PEP 383, "surrogateescape"). */
const ESCAPED = /[\udc80-\udcff]/u;
const ESCAPE_BASE = 0xdc00;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text of a path or name; bytes that are not UTF-8 become lone surrogates, which survive JSON and come back exactly. */
export function pathFromBytes(bytes: Uint8Array): string {
  return decodeStrictly(bytes) ?? escapeBytes(bytes);
}

/**
 * Converts a path to what Node's file functions take: the text itself where it is plain, else its bytes.
 * Node would write lone surrogates as U+FFFD, which names another file.
 */
export function pathToBytes(path: string): string | Buffer {
  if (!ESCAPED.test(path)) return path;
  // With the flag u, half of a character above U+FFFF is no match.
  const pieces = path.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    pieces.map((piece) => (ESCAPED.test(piece) ? Buffer.of(piece.charCodeAt(0) - ESCAPE_BASE) : Buffer.from(piece))),
  );
}

/** The path for the eyes of a person: each byte that is not UTF-8 as `\xff`. */
export function shownBytes(path: string): string {
  return path.replace(/[\udc80-\udcff]/gu, (unit) => `\\x${(unit.charCodeAt(0) - ESCAPE_BASE).toString(16)}`);
}

/** Longest UTF-8 sequence of one character, in bytes. */
const MAX_SEQUENCE = 4;

function escapeBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const character = characterAt(bytes, at);
    text += character?.text ?? String.fromCharCode(ESCAPE_BASE + (bytes[at] ?? 0));
    at += character?.length ?? 1;
  }
  return text;
}

/** The character whose valid UTF-8 begins at `at`; `undefined` if none does. */
function characterAt(bytes: Uint8Array, at: number): { readonly text: string; readonly length: number } | undefined {
  for (let length = 1; length <= MAX_SEQUENCE && at + length <= bytes.length; length++) {
    const text = decodeStrictly(bytes.subarray(at, at + length));
    if (text !== undefined) return { text, length };
  }
  return undefined;
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
