import { wordEnd } from './characters.ts';

/** A sign, a base, digits, a fraction, an exponent, and the `i` of imaginary ones: more than is a number, which is judged later. */
const NUMBER =
  /[+-]?(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?)i?/y;

export interface ScannedNumber {
  readonly end: number;
  readonly isComplex: boolean;
  /** Whether it is not a number: what was read up to `end` is shown. */
  readonly isBad: boolean;
}

/** Reads what may be a number, or two with a sign between them. */
export function scanNumber(text: string, offset: number): ScannedNumber {
  const end = numberEnd(text, offset);
  const behind = firstOfWord(text, end);
  if (behind > end) return { end: behind, isComplex: false, isBad: true };
  const sign = text[end];
  if (sign !== '+' && sign !== '-') return { end, isComplex: false, isBad: false };
  const secondEnd = numberEnd(text, end);
  const behindSecond = firstOfWord(text, secondEnd);
  return { end: behindSecond, isComplex: true, isBad: behindSecond > secondEnd || text[secondEnd - 1] !== 'i' };
}

function numberEnd(text: string, offset: number): number {
  NUMBER.lastIndex = offset;
  NUMBER.test(text);
  return NUMBER.lastIndex;
}

/** Finds the offset behind the letter or digit at this place; the offset itself if there is none. */
function firstOfWord(text: string, offset: number): number {
  if (wordEnd(text, offset) === offset) return offset;
  return offset + ((text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1);
}
