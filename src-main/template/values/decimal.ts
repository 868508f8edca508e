import { quickFixed } from './quick-decimal.ts';

/** A number that is not negative: 0.d1d2d3… × 10^point, without zeros at its end; zero has no digits. */
export interface Decimal {
  readonly digits: string;
  readonly point: number;
}

const ZERO: Decimal = { digits: '', point: 0 };
/** `toExponential` goes to 100 digits behind the point. */
const MAX_DIGITS = 101;
/** A multiple of five times a higher power of ten would need more than 53 bits. */
const MAX_TIED_ZEROS = 22;

function trimZeros(digits: string, point: number): Decimal {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return end === 0 ? ZERO : { digits: digits.slice(0, end), point };
}

function parseExponential(text: string): Decimal {
  const e = text.indexOf('e');
  const digits = e > 1 ? text.charAt(0) + text.slice(2, e) : text.slice(0, e);
  return trimZeros(digits, Number(text.slice(e + 1)) + 1);
}

/** The fewest digits that give the number back. */
export function shortest(value: number): Decimal {
  return value === 0 ? ZERO : parseExponential(value.toExponential());
}

/** Whether the value lies exactly between two numbers with so many digits behind the point; JavaScript rounds these up. */
export function isTie(value: number, places: number): boolean {
  if (places >= 0) {
    const doubled = value * 2 ** (places + 1);
    return Number.isInteger(doubled) && doubled % 2 === 1;
  }
  if (-places > MAX_TIED_ZEROS) return false;
  return value % Number(`1e${-places}`) === Number(`5e${-places - 1}`);
}

/** Makes an odd last digit one less: what was rounded up from a tie goes to the even neighbour. */
export function evenNeighbour(digits: string): string {
  const last = digits.charCodeAt(digits.length - 1);
  return last % 2 === 0 ? digits : digits.slice(0, -1) + String.fromCharCode(last - 1);
}

const bits = new DataView(new ArrayBuffer(8));

/** Splits a number into mantissa × 2^exponent, as IEEE 754 has it. */
export function binaryParts(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const biased = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 };
}

/** All digits there are: up to 767. */
function exact(value: number): Decimal {
  const { mantissa, exponent } = binaryParts(value);
  const digits = (exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent)).toString();
  return trimZeros(digits, digits.length + Math.min(exponent, 0));
}

function roundsUp(digits: string, count: number): boolean {
  const next = digits.charCodeAt(count);
  if (next !== 53 || digits.length > count + 1) return next >= 53;
  return count > 0 && digits.charCodeAt(count - 1) % 2 === 1;
}

function roundedExactly(value: number, count: number): Decimal {
  const { digits, point } = exact(value);
  if (count >= digits.length) return { digits, point };
  if (count < 0) return ZERO;
  const kept = digits.slice(0, count);
  if (!roundsUp(digits, count)) return trimZeros(kept, point);
  const next = (BigInt(`0${kept}`) + 1n).toString().padStart(count, '0');
  return trimZeros(next, point + next.length - count);
}

/** Rounds a number to `count` digits, a tie to the even one. */
export function roundedToDigits(value: number, count: number): Decimal {
  if (value === 0) return ZERO;
  if (count > MAX_DIGITS) return roundedExactly(value, count);
  const text = value.toExponential(count - 1);
  const { digits, point } = parseExponential(text);
  const isEven = digits.length < count || !isTie(value, count - point);
  return isEven ? { digits, point } : trimZeros(evenNeighbour(digits), point);
}

/** Rounds a number to so many digits behind the point, as text, a tie to the even one. */
export function formatFixed(value: number, places: number): string {
  const quick = quickFixed(value, places);
  if (quick !== undefined) return quick;
  if (value < 1e21 && places <= 100) {
    const text = value.toFixed(places);
    return isTie(value, places) ? evenNeighbour(text) : text;
  }
  const { point } = exact(value);
  return plainText(roundedExactly(value, point + places), places);
}

/** Writes the number without an exponent, with so many digits after the point. */
export function plainText({ digits, point }: Decimal, places: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  if (places <= 0) return whole;
  const fraction = point >= 0 ? digits.slice(point) : '0'.repeat(Math.min(-point, places)) + digits;
  return `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`;
}
