import type { TemplateMap } from '../values.ts';
import { bytesOfText, isPlain } from './text.ts';

/** A unit by where its UTF-8 stands: characters beyond U+FFFF, which are pairs of surrogates, come after U+E000..U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Order of the UTF-8 bytes: below zero, zero, above zero. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  let at = 0;
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (at === length) return left.length - right.length;
  const one = left.charCodeAt(at);
  const other = right.charCodeAt(at);
  if (one < 0xd800 && other < 0xd800) return one - other;
  if (isPlain(left) && isPlain(right)) return rank(one) - rank(other);
  return Buffer.compare(bytesOfText(left), bytesOfText(right));
}

const IS_ORDERED_OTHERWISE = /[\ud800-\uffff]/;

/** Sorts the keys in the order in which Go prints and ranges over a map. */
export function sortedKeys(map: TemplateMap): string[] {
  const keys = Object.keys(map);
  // Sorting by units alone is quicker, and the same but for what lies behind U+D7FF.
  return keys.some((key) => IS_ORDERED_OTHERWISE.test(key)) ? keys.sort(compareText) : keys.sort();
}
