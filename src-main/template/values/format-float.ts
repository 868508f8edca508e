import { type FloatVerb, formatFloat } from './float-text.ts';
import { type FormatSpec, paddedWithBlanks, padTo } from './format-spec.ts';

interface FloatForm {
  readonly verb: FloatVerb;
  readonly precision: number;
}

const FORMS: ReadonlyMap<string, FloatForm> = new Map<string, FloatForm>([
  ['v', { verb: 'g', precision: -1 }],
  ['b', { verb: 'b', precision: -1 }],
  ['g', { verb: 'g', precision: -1 }],
  ['G', { verb: 'G', precision: -1 }],
  ['x', { verb: 'x', precision: -1 }],
  ['X', { verb: 'X', precision: -1 }],
  ['f', { verb: 'f', precision: 6 }],
  ['F', { verb: 'f', precision: 6 }],
  ['e', { verb: 'e', precision: 6 }],
  ['E', { verb: 'E', precision: 6 }],
]);

/** Letter that an exponent starts with. */
const TAILS: Readonly<Partial<Record<FloatVerb, string>>> = { e: 'e', E: 'E', g: 'e', G: 'E', x: 'p', X: 'P' };

function zerosWanted(number: string, verb: FloatVerb, precision: number): number {
  if (verb !== 'g' && verb !== 'G' && verb !== 'x') return 0;
  const wanted = precision === -1 ? 6 : precision;
  // The `x` of a hexadecimal number counts as its first digit.
  const significant = number.replaceAll('.', '').replace(/^0+/u, '');
  const isBareZero = number === '0';
  return wanted - significant.length - (isBareZero ? 1 : 0);
}

/** The flag `#`: always a point, and the zeros at the end that the verb drops. */
function withPoint(unsigned: string, verb: FloatVerb, precision: number): string {
  const tail = TAILS[verb] === undefined ? -1 : unsigned.indexOf(TAILS[verb]);
  const at = tail < 0 ? unsigned.length : tail;
  const number = unsigned.slice(0, at);
  const zeros = Math.max(0, zerosWanted(number, verb, precision));
  return `${number}${number.includes('.') ? '' : '.'}${'0'.repeat(zeros)}${unsigned.slice(at)}`;
}

function infinityText(value: number, spec: FormatSpec): string {
  const isNegative = value < 0;
  if (Number.isNaN(value) && !spec.plus && !spec.space) return paddedWithBlanks('NaN', spec);
  const positiveSign = spec.space && !spec.plus ? ' ' : '+';
  const name = Number.isNaN(value) ? 'NaN' : 'Inf';
  return paddedWithBlanks((isNegative ? '-' : positiveSign) + name, spec);
}

function shownSign(isNegative: boolean, spec: FormatSpec): string {
  if (isNegative) return '-';
  if (spec.plus) return '+';
  return spec.space ? ' ' : '';
}

/** @returns undefined if numbers with a fraction have no such verb */
export function formatFloatVerb(value: number, spec: FormatSpec): string | undefined {
  const form = FORMS.get(spec.verb);
  if (form === undefined) return undefined;
  if (!Number.isFinite(value)) return infinityText(value, spec);
  const precision = spec.precision >= 0 ? spec.precision : form.precision;
  const text = formatFloat(value, form.verb, precision);
  const isNegative = text.charCodeAt(0) === 45;
  const bare = isNegative ? text.slice(1) : text;
  const unsigned = spec.sharp && form.verb !== 'b' ? withPoint(bare, form.verb, precision) : bare;
  const sign = shownSign(isNegative, spec);
  if (sign !== '' && spec.zero && spec.width > 0) {
    return sign + unsigned.padStart(spec.width - 1, '0');
  }
  return padTo(sign + unsigned, spec);
}
