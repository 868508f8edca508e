import { randomUUID } from 'node:crypto';
import { jsonTokens } from './json-tokens.ts';

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;
/** Texts are passed over whole, so that digits inside them are no numbers. */
const TEXT_OR_NUMBER = new RegExp(`"|${NUMBER.source}`);
/** Digits that any JavaScript number keeps. */
const KEPT_DIGITS = 15;

/**
 * A value made from the JSON text `written`, as JSON again, its numbers with all the digits that they had there. `undefined` when
 * two of them cannot be told apart any more.
 */
export function stringifyAsWritten(value: unknown, written: string): string | undefined {
  const digits = longNumbersIn(written);
  if (digits === undefined) return undefined;
  if (digits.size === 0) return JSON.stringify(value);
  const mark = randomUUID();
  const text = JSON.stringify(value, (_, entry: unknown) => {
    const kept = typeof entry === 'number' ? digits.get(entry) : undefined;
    return kept === undefined ? entry : `${mark}${kept}`;
  });
  return text.replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1');
}

/**
 * JSON text in which each whole number that JavaScript rounds, or cannot hold, is a text of its digits, with `mark` before them.
 * Fractions are rounded by most that read them, so that they stay numbers, of which there is one text each.
 */
export function withDigitsAsText(written: string, mark = ''): string {
  let text = '';
  let from = 0;
  for (const { token, end } of jsonTokens(written, TEXT_OR_NUMBER)) {
    if (token.startsWith('"') || isHeld(token)) continue;
    text += `${written.slice(from, end - token.length)}"${mark}${token}"`;
    from = end;
  }
  return text + written.slice(from);
}

/** The first whole number in JSON text that JavaScript rounds, or cannot hold, as it is written there. */
export function roundedNumber(written: string): string | undefined {
  for (const { token } of jsonTokens(written, TEXT_OR_NUMBER)) {
    if (!token.startsWith('"') && !isHeld(token)) return token;
  }
  return undefined;
}

/** Text that JavaScript makes of a number whose digits `withDigitsAsText` keeps; undefined for any other text. */
export function roundedText(text: string): string | undefined {
  return NUMBER.exec(text)?.[0] === text && !isHeld(text) ? JSON.stringify(Number(text)) : undefined;
}

/** Numbers with more digits than are kept, by the value they become; `undefined` when another number becomes the same. */
function longNumbersIn(written: string): ReadonlyMap<number, string> | undefined {
  const digits = new Map<number, string>();
  const others = new Set<number>();
  for (const { token } of jsonTokens(written, TEXT_OR_NUMBER)) {
    if (token.startsWith('"')) continue;
    const value = Number(token);
    if (keepsDigits(token)) others.add(value);
    else if ((digits.get(value) ?? token) === token) digits.set(value, token);
    else return undefined;
  }
  return [...digits.keys()].some((value) => others.has(value)) ? undefined : digits;
}

function keepsDigits(token: string): boolean {
  const [mantissa = ''] = token.split(/[eE]/);
  return Number.isFinite(Number(token)) && mantissa.replaceAll(/\D/g, '').length <= KEPT_DIGITS;
}

function isHeld(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  return token.length <= KEPT_DIGITS || !/^-?\d+$/.test(token) || BigInt(value) === BigInt(token);
}
