/**
 * Decimal digits as the exact ways give them, several times quicker, for the numbers that are common: undefined for the others.
 */

const POWERS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
/** Products below it are off by less than a millionth. */
const MOST = 2 ** 31;
const SURELY_ROUNDED = 0.5 - 1e-6;
const SHORT_PLACES = 1000;

/** @param value not negative. @returns undefined too where a tie is so near that rounding needs all digits */
export function quickFixed(value: number, places: number): string | undefined {
  const power = POWERS[places];
  if (power === undefined) return undefined;
  const scaled = value * power;
  if (!(scaled < MOST)) return undefined;
  const rounded = Math.floor(scaled + 0.5);
  if (Math.abs(scaled - rounded) >= SURELY_ROUNDED) return undefined;
  if (places === 0) return `${rounded}`;
  const fraction = rounded % power;
  return `${(rounded - fraction) / power}.${`${fraction + power}`.slice(1)}`;
}

/**
 * The shortest digits of a number with up to three places: a quotient of integers is rounded correctly, so that it is the
 * number only where these digits mean it, and with so few of them no others do.
 * @param value not negative, less than a million
 */
export function quickShortest(value: number): string | undefined {
  const scaled = Math.round(value * SHORT_PLACES);
  if (scaled / SHORT_PLACES !== value) return undefined;
  const fraction = scaled % SHORT_PLACES;
  const whole = `${(scaled - fraction) / SHORT_PLACES}`;
  if (fraction === 0) return whole;
  if (fraction % 100 === 0) return `${whole}.${fraction / 100}`;
  if (fraction % 10 === 0) return `${whole}.${fraction < 100 ? '0' : ''}${fraction / 10}`;
  return `${whole}.${`${fraction + SHORT_PLACES}`.slice(1)}`;
}
