import { binaryParts } from './decimal.ts';

function signExponent(exponent: number): string {
  return exponent < 0 ? `${exponent}` : `+${exponent}`;
}

/** Formats as `%b`: mantissa and power of two. */
export function mantissaText(value: number): string {
  const { mantissa, exponent } = binaryParts(value);
  return `${mantissa}p${signExponent(exponent)}`;
}

const FRACTION_BITS = 60n;
const FRACTION_DIGITS = 15;
const ONE = 1n << FRACTION_BITS;

/** Rounded to so many hexadecimal digits behind the point, a tie to even. */
function roundFraction(fixedPoint: bigint, places: number): bigint {
  if (places < 0 || places >= FRACTION_DIGITS) return fixedPoint;
  const dropped = FRACTION_BITS - BigInt(places * 4);
  const kept = fixedPoint >> dropped;
  const rest = fixedPoint - (kept << dropped);
  const half = 1n << (dropped - 1n);
  const isUp = rest > half || (rest === half && kept % 2n === 1n);
  return (isUp ? kept + 1n : kept) << dropped;
}

function fractionText(fraction: bigint, places: number): string {
  const digits = fraction.toString(16).padStart(FRACTION_DIGITS, '0');
  const shown = places < 0 ? digits.replace(/0+$/u, '') : digits.slice(0, places).padEnd(places, '0');
  return shown === '' ? '' : `.${shown}`;
}

/** Formats as `%x`: 0x1.8p+01. @param places digits after the point; -1 for as many as there are */
export function hexadecimalText(value: number, places: number): string {
  const parts = binaryParts(value);
  let mantissa = parts.mantissa;
  let exponent = mantissa === 0n ? 0 : parts.exponent + Number(FRACTION_BITS);
  while (mantissa !== 0n && mantissa < ONE) {
    mantissa <<= 1n;
    exponent--;
  }
  mantissa = roundFraction(mantissa, places);
  if (mantissa >= ONE << 1n) {
    mantissa >>= 1n;
    exponent++;
  }
  const size = Math.abs(exponent);
  const power = `${exponent < 0 ? '-' : '+'}${size < 10 ? '0' : ''}${size}`;
  return `0x${mantissa >> FRACTION_BITS}${fractionText(mantissa & (ONE - 1n), places)}p${power}`;
}
