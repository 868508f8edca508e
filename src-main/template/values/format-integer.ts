import { type FormatSpec, paddedWithBlanks } from './format-spec.ts';
import { isPrintable, quoteRune, validRune } from './quote.ts';

const BASES: ReadonlyMap<string, number> = new Map([
  ['v', 10],
  ['d', 10],
  ['b', 2],
  ['o', 8],
  ['O', 8],
  ['x', 16],
  ['X', 16],
]);

function basePrefix(digits: string, base: number): string {
  if (base === 2) return '0b';
  if (base === 8) return digits.startsWith('0') ? '' : '0';
  return base === 16 ? '0x' : '';
}

function signOf(value: bigint, spec: FormatSpec): string {
  if (value < 0n) return '-';
  if (spec.plus) return '+';
  return spec.space ? ' ' : '';
}

function leastDigits(sign: string, spec: FormatSpec): number {
  if (spec.precision >= 0) return spec.precision;
  return spec.zero ? spec.width - sign.length : 0;
}

function numeral(value: bigint, spec: FormatSpec, base: number): string {
  if (spec.precision === 0 && value === 0n) return ' '.repeat(spec.width);
  const sign = signOf(value, spec);
  const digits = (value < 0n ? -value : value).toString(base).padStart(leastDigits(sign, spec), '0');
  const prefix = (spec.verb === 'O' ? '0o' : '') + (spec.sharp ? basePrefix(digits, base) : '');
  const text = spec.verb === 'X' ? (prefix + digits).toUpperCase() : prefix + digits;
  return paddedWithBlanks(sign + text, spec);
}

/** Numbers beyond Unicode are U+FFFD; of the others the lower 32 bits are the character, as Go converts them. */
function runeOf(value: bigint): number {
  const unsigned = BigInt.asUintN(64, value);
  return unsigned > 0x10ffffn ? 0xfffd : Number(unsigned);
}

function unicodeText(value: bigint, spec: FormatSpec): string {
  const unsigned = BigInt.asUintN(64, value);
  const digits = unsigned.toString(16).toUpperCase().padStart(Math.max(spec.precision, 4), '0');
  const rune = Number(unsigned);
  const isShown = spec.sharp && unsigned <= 0x10ffffn && isPrintable(rune);
  return paddedWithBlanks(`U+${digits}${isShown ? ` '${String.fromCodePoint(rune)}'` : ''}`, spec);
}

function characterText(value: bigint, spec: FormatSpec): string {
  return padCharacter(String.fromCodePoint(validRune(runeOf(value))), spec);
}

function padCharacter(text: string, spec: FormatSpec): string {
  if (!spec.zero) return paddedWithBlanks(text, spec);
  const missing = Math.max(0, spec.width - [...text].length);
  return '0'.repeat(missing) + text;
}

/** @returns undefined if integers have no such verb */
export function formatInteger(value: bigint, isSigned: boolean, spec: FormatSpec): string | undefined {
  const { verb } = spec;
  if (verb === 'v' && spec.isGoSyntax && !isSigned) return numeral(value, { ...spec, sharp: true }, 16);
  const base = BASES.get(verb);
  if (base !== undefined) return numeral(value, spec, base);
  if (verb === 'c') return characterText(value, spec);
  if (verb === 'q') return padCharacter(quoteRune(runeOf(value), spec.plus), spec);
  return verb === 'U' ? unicodeText(value, spec) : undefined;
}
