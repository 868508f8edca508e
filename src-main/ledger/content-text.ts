import type { ContentHash } from '#contract';
import type { Redactor } from '#core/secrets/redact';
import type { ContentStore } from './ports.ts';

/** The longest character in UTF-8; a piece is never shorter, so that reading on always gets further. */
const MAX_CHARACTER_BYTES = 4;
/** Bytes read on both sides of a piece, so that a key at its edge is found. */
const AROUND_BYTES = 8192;

/** A piece of kept bytes as text, keys masked, ending between two characters; `bytes` is the size of the whole. */
export async function contentText(
  content: ContentStore,
  { hash, offset, limit }: { readonly hash: ContentHash; readonly offset: number; readonly limit: number },
  redactor?: Redactor,
): Promise<{ text: string; bytes: number; nextOffset?: number }> {
  const length = Math.max(MAX_CHARACTER_BYTES, limit);
  const from = Math.max(0, offset - AROUND_BYTES);
  const around = await content.readPart(hash, { offset: from, length: offset - from + length + AROUND_BYTES });
  const { size } = around;
  const whole = redactor ? redactor.masked(around.bytes) : around.bytes;
  const bytes = whole.subarray(offset - from, offset - from + length);
  const isLast = offset + bytes.length >= size;
  const piece = isLast ? bytes : bytes.subarray(0, wholeCharacters(bytes));
  const text = piece.toString('utf8');
  return { text, bytes: size, ...(!isLast && { nextOffset: offset + piece.length }) };
}

/** The length up to which no character is cut; bytes that are no UTF-8 at all are taken as they are. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back < MAX_CHARACTER_BYTES && back < bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    // 10xxxxxx continues a character; anything else begins one.
    if ((byte & 0xc0) === 0x80) continue;
    return characterLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
