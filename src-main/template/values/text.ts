/// <reference lib="es2024.string" />
import { isUtf8 } from 'node:buffer';

/**
 * Go's strings are bytes. Ours are UTF-16 that stands for these bytes: a byte that belongs to no character is the lone surrogate
 * U+DC00 + byte; any other lone surrogate came in with the data and counts as U+FFFD, as Go's JSON decoder has it.
 */

const LONE = /(\p{Surrogate})/u;
const REPLACEMENT = Buffer.from('\uFFFD');

/** Whether all surrogates are paired: then there is nothing special about the text. */
export function isPlain(text: string): boolean {
  return text.isWellFormed();
}

export function isEscapedByte(unit: number): boolean {
  return unit >= 0xdc80 && unit <= 0xdcff;
}

function encodeUtf8(text: string): Buffer {
  if (isPlain(text)) return Buffer.from(text, 'utf8');
  const pieces = text.split(LONE).map((piece, position) => {
    if (position % 2 === 0) return Buffer.from(piece, 'utf8');
    const unit = piece.charCodeAt(0);
    return isEscapedByte(unit) ? Buffer.from([unit & 0xff]) : REPLACEMENT;
  });
  return Buffer.concat(pieces);
}

// Loops over a text by `index` and `slice` would encode it anew in each round.
let lastText = '';
let lastBytes: Buffer = Buffer.alloc(0);

/** The bytes of a text; not to be changed. */
export function bytesOfText(text: string): Buffer {
  if (text !== lastText) {
    lastBytes = encodeUtf8(text);
    lastText = text;
  }
  return lastBytes;
}

/** Number of bytes of a character, by its first byte; 0 if none can start with it. */
function expectedLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

function characterLength(bytes: Buffer, start: number): number {
  const length = expectedLength(bytes[start] ?? 0);
  return length > 0 && start + length <= bytes.length && isUtf8(bytes.subarray(start, start + length)) ? length : 0;
}

/** The text of these bytes: equal bytes give equal texts. */
export function textOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let text = '';
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      text += bytes.toString('utf8', start, at) + String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
      start = at + 1;
    }
    at += length || 1;
  }
  return text + bytes.toString('utf8', start);
}

/** Texts put together may have become characters out of single bytes, as bytes do. */
export function canonicalText(text: string): string {
  return isPlain(text) ? text : textOfBytes(encodeUtf8(text));
}

/** Converts text to how it leaves the template: every byte that belongs to no character becomes U+FFFD. */
export function wellFormed(text: string): string {
  return isPlain(text) ? text : canonicalText(text).toWellFormed();
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

export function byteLength(text: string): number {
  return isPlain(text) ? Buffer.byteLength(text) : encodeUtf8(text).length;
}

export function sliceBytes(text: string, start: number, end: number): string {
  return isAscii(text) ? text.slice(start, end) : textOfBytes(bytesOfText(text).subarray(start, end));
}

function isPairAt(text: string, low: number): boolean {
  return low > 0 && (text.charCodeAt(low) & 0xfc00) === 0xdc00 && (text.charCodeAt(low - 1) & 0xfc00) === 0xd800;
}

/** Counts the characters of a text; a byte that is in none counts as one. */
export function runeCount(text: string): number {
  const { length } = text;
  let count = length;
  for (let at = 1; at < length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && isPairAt(text, at)) count--;
  }
  return count;
}

/** The first `count` characters of a text. */
export function firstRunes(text: string, count: number): string {
  if (text.length <= count) return text;
  let left = count;
  let at = 0;
  while (at < text.length && left > 0) {
    at += isPairAt(text, at + 1) ? 2 : 1;
    left--;
  }
  return text.slice(0, at);
}
