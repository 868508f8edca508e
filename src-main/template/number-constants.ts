import { Token, type TokenKind } from './tokens.ts';
import { unquoteCharacter } from './unquote.ts';
import { quote } from './values/quote.ts';

/** Value of a constant in each of Go's kinds that can hold it. */
export interface NumberKinds {
  readonly int?: bigint | undefined;
  readonly uint?: bigint | undefined;
  readonly float?: number | undefined;
  readonly complex?: readonly [number, number] | undefined;
}

export interface NumberProblem {
  readonly problem: string;
}

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

const PLAIN = /^(?:0|[1-9]\d{0,14})$/;
const PLAIN_FLOAT = /^\d{1,9}\.\d{1,6}$/;
/**
 * Pattern of what Go's [`fmt.Sscan`](https://pkg.go.dev/fmt#Sscan) takes for a float, before it uses its own parser.
 */
const SCANNED_FLOAT =
  '[+-]?(?:0[xX][\\da-fA-F_]*(?:\\.[\\da-fA-F_]*)?(?:[pP][+-]?[\\d_]*)?|[\\d_]*(?:\\.[\\d_]*)?(?:[eEpP][+-]?[\\d_]*)?)';
const COMPLEX = new RegExp(`^(${SCANNED_FLOAT})([+-])(${SCANNED_FLOAT})i`);

/** The values of a constant, as Go's parser finds them. */
export function parseNumber(text: string, kind: TokenKind): NumberKinds | NumberProblem {
  if (PLAIN.test(text)) {
    const int = BigInt(text);
    return { int, uint: int, float: Number(text) };
  }
  if (PLAIN_FLOAT.test(text)) {
    const float = Number(text);
    return { ...integersOf(float), float };
  }
  if (kind === Token.characterConstant) return characterOf(text);
  if (kind === Token.complex) return complexOf(text);
  if (text.endsWith('i')) {
    const imaginary = parseFloatOf(text.slice(0, -1));
    if (typeof imaginary === 'number') return simplify(0, imaginary);
  }
  return realNumber(text);
}

function characterOf(text: string): NumberKinds | NumberProblem {
  const character = unquoteCharacter(text);
  if (character === 'invalid') return { problem: 'invalid syntax' };
  if (character === 'malformed') return { problem: `malformed character constant: ${text}` };
  const int = BigInt(character.code);
  return { int, uint: int, float: character.code };
}

function realNumber(text: string): NumberKinds | NumberProblem {
  const integer = parseInteger(text);
  const kinds = integer === undefined ? {} : kindsOf(integer, /^[+-]/.test(text));
  if (kinds.float !== undefined) return kinds;
  const float = parseFloatOf(text);
  if (typeof float !== 'number') return { problem: `illegal number syntax: ${quote(text)}` };
  if (!/[.eEpP]/.test(text)) return { problem: `integer overflow: ${quote(text)}` };
  return { ...integersOf(float), float };
}

/** A sign makes it no unsigned one, but for zero. */
function kindsOf(integer: bigint, isSigned: boolean): NumberKinds {
  const int = integer >= MIN_INT && integer <= MAX_INT ? integer : undefined;
  const uint = (!isSigned || integer === 0n) && integer <= MAX_UINT ? integer : undefined;
  return int === undefined && uint === undefined ? {} : { int, uint, float: Number(integer) };
}

/** The integers that are exactly this float. */
function integersOf(float: number): Pick<NumberKinds, 'int' | 'uint'> {
  if (!Number.isInteger(float)) return {};
  const integer = BigInt(float);
  return {
    int: integer >= MIN_INT && integer <= MAX_INT ? integer : undefined,
    uint: integer >= 0n && integer <= MAX_UINT ? integer : undefined,
  };
}

function complexOf(text: string): NumberKinds | NumberProblem {
  const [, realText, sign = '', imaginaryText = ''] = COMPLEX.exec(text) ?? [];
  // Go's scanner takes an `i` where digits should be for the beginning of a name, and misses it then.
  if (realText === undefined || imaginaryText === '') return { problem: 'syntax error scanning complex number' };
  const real = parseFloatOf(realText);
  if (typeof real !== 'number') return real;
  const imaginary = parseFloatOf(sign + imaginaryText);
  return typeof imaginary === 'number' ? simplify(real, imaginary) : imaginary;
}

function simplify(real: number, imaginary: number): NumberKinds {
  const complex = [real, imaginary] as const;
  return imaginary === 0 ? { complex, ...integersOf(real), float: real } : { complex };
}

const INTEGER = /^([+-]?)(?:0[xX]([\da-fA-F_]+)|0[bB]([01_]+)|0[oO]([0-7_]+)|0([0-7_]*)|([1-9][\d_]*))$/;

function parseInteger(text: string): bigint | undefined {
  const [whole, sign, hexadecimal, binary, octal, oldOctal, decimal] = INTEGER.exec(text) ?? [];
  if (whole === undefined || !hasGoodUnderscores(text)) return undefined;
  const eight = octal ?? oldOctal;
  const digits =
    (hexadecimal && `0x${hexadecimal}`) ?? (binary && `0b${binary}`) ?? (eight && `0o${eight}`) ?? decimal ?? '0';
  const value = BigInt((eight === '' ? '0' : digits).replaceAll('_', ''));
  return sign === '-' ? -value : value;
}

/** Underscores stand between digits, or behind the prefix of the base. */
function hasGoodUnderscores(text: string): boolean {
  if (!text.includes('_')) return true;
  const digit = /^[+-]?0[xX]/.test(text) ? '[\\da-fA-F]' : '\\d';
  const separated = text.replace(/^[+-]?0[xXbBoO]/, '0');
  return !new RegExp(`^_|_$|__|(?<!${digit})_|_(?!${digit})`).test(separated.replace(/^[+-]/, ''));
}

const DECIMAL = /^[+-]?(?:[\d_]*\d[\d_]*(?:\.[\d_]*)?|[\d_]*\.[\d_]*\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([\da-fA-F_]*)(?:\.([\da-fA-F_]*))?[pP]([+-]?\d[\d_]*)$/;

/** strconv.ParseFloat. */
function parseFloatOf(text: string): number | NumberProblem {
  const value = floatOf(text);
  if (value !== undefined && Number.isFinite(value)) return value;
  return {
    problem: `strconv.ParseFloat: parsing ${quote(text)}: ${value === undefined ? 'invalid syntax' : 'value out of range'}`,
  };
}

function floatOf(text: string): number | undefined {
  if (!hasGoodUnderscores(text)) return undefined;
  if (DECIMAL.test(text)) return Number(text.replaceAll('_', ''));
  const [, sign, whole = '', fraction = '', exponent = ''] = HEXADECIMAL.exec(text) ?? [];
  const digits = (whole + fraction).replaceAll('_', '');
  if (digits === '') return undefined;
  const value = scaleToFloat(BigInt(`0x${digits}`), exponentOf(exponent) - 4 * fraction.replaceAll('_', '').length);
  return sign === '-' ? -value : value;
}

/** Go stops counting there. */
function exponentOf(text: string): number {
  return Math.max(-100_000, Math.min(100_000, Number(text.replaceAll('_', ''))));
}

/** mantissa * 2 ** exponent, rounded once and to even. */
function scaleToFloat(mantissa: bigint, exponent: number): number {
  const excess = BigInt(Math.max(mantissa.toString(2).length - 53, Math.min(-1074 - exponent, 1 << 20), 0));
  const half = excess === 0n ? 0n : 1n << (excess - 1n);
  const kept = mantissa >> excess;
  const rest = mantissa - (kept << excess);
  const isUp = excess > 0n && (rest > half || (rest === half && (kept & 1n) === 1n));
  let value = Number(isUp ? kept + 1n : kept);
  let left = exponent + Number(excess);
  while (left > 1000 && value !== 0 && Number.isFinite(value)) {
    value *= 2 ** 1000;
    left -= 1000;
  }
  while (left < -1000 && value !== 0) {
    value *= 2 ** -1000;
    left += 1000;
  }
  return value * 2 ** left;
}
