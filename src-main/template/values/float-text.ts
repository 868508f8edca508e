import { type Decimal, formatFixed, plainText, roundedToDigits, shortest } from './decimal.ts';
import { hexadecimalText, mantissaText } from './float-bits.ts';
import { quickShortest } from './quick-decimal.ts';

/** Go's verbs for numbers with a fraction. */
export type FloatVerb = 'e' | 'E' | 'f' | 'g' | 'G' | 'b' | 'x' | 'X';

/** Exponent from which the shortest form has one; see the conformance cases: `1e+06`, `999999`. */
const SHORTEST_LIMIT = 6;

function exponentSuffix(exponent: number): string {
  const size = Math.abs(exponent);
  return `${exponent < 0 ? '-' : '+'}${size < 10 ? '0' : ''}${size}`;
}

function scientificText({ digits, point }: Decimal, places: number): string {
  const fraction = places > 0 ? `.${digits.slice(1, places + 1).padEnd(places, '0')}` : '';
  return `${digits.charAt(0) || '0'}${fraction}e${exponentSuffix(digits === '' ? 0 : point - 1)}`;
}

function scientific(value: number, precision: number): string {
  if (precision >= 0) return scientificText(roundedToDigits(value, precision + 1), precision);
  const decimal = shortest(value);
  return scientificText(decimal, decimal.digits.length - 1);
}

function fixedPointText(value: number, precision: number): string {
  if (precision >= 0) return formatFixed(value, precision);
  const decimal = shortest(value);
  return plainText(decimal, decimal.digits.length - decimal.point);
}

function exponentLimit({ digits, point }: Decimal, precision: number): number {
  if (precision < 0) return SHORTEST_LIMIT;
  const limit = precision || 1;
  return limit > digits.length && digits.length >= point ? digits.length : limit;
}

function general(value: number, precision: number): string {
  const decimal = precision < 0 ? shortest(value) : roundedToDigits(value, precision || 1);
  const { digits, point } = decimal;
  if (point - 1 < -4 || point - 1 >= exponentLimit(decimal, precision)) {
    return scientificText(decimal, digits.length - 1);
  }
  return plainText(decimal, digits.length - point);
}

function unsignedText(value: number, verb: FloatVerb, precision: number): string {
  switch (verb) {
    case 'e':
      return scientific(value, precision);
    case 'E':
      return scientific(value, precision).toUpperCase();
    case 'f':
      return fixedPointText(value, precision);
    case 'g':
      return general(value, precision);
    case 'G':
      return general(value, precision).toUpperCase();
    case 'b':
      return mantissaText(value);
    case 'x':
      return hexadecimalText(value, precision);
    case 'X':
      return hexadecimalText(value, precision).toUpperCase();
  }
}

/**
 * Formats as Go's [strconv.FormatFloat](https://pkg.go.dev/strconv#FormatFloat). @param precision digits; -1 for the
 * fewest that give the number back
 */
export function formatFloat(value: number, verb: FloatVerb, precision: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value > 0) return unsignedText(value, verb, precision);
  return Object.is(value, 0) ? unsignedText(0, verb, precision) : `-${unsignedText(-value, verb, precision)}`;
}

/** Formats as `%v`: `0.1`, `1e+06`. */
export function floatText(value: number): string {
  const size = Math.abs(value);
  // Between these JavaScript writes the same.
  if (size < 1e6 && size >= 1e-4) {
    const quick = quickShortest(size);
    if (quick === undefined) return `${value}`;
    return value < 0 ? `-${quick}` : quick;
  }
  return Object.is(value, 0) ? '0' : formatFloat(value, 'g', -1);
}
