import type { TemplateValue } from '../values.ts';
import { formatFixed } from './decimal.ts';
import { floatText } from './float-text.ts';
import { type FormatSpec, padTo } from './format-spec.ts';
import { formatArgument } from './format-value.ts';
import { quote } from './quote.ts';

/** One directive of a format, read before. */
export type ArgumentFormatter = (value: TemplateValue) => string;

const MAX_DIGITS_OF_SMI = 1e9;

/** Formats a bigint, as a number where that is exact, which is quicker. */
export function integerText(value: bigint): string {
  const number = Number(value);
  return number < MAX_DIGITS_OF_SMI && number > -MAX_DIGITS_OF_SMI ? `${number}` : `${value}`;
}

function ofString(spec: FormatSpec): ArgumentFormatter {
  return (value) => (typeof value === 'string' ? padTo(value, spec) : formatArgument(value, spec));
}

function ofQuoted(spec: FormatSpec): ArgumentFormatter {
  return (value) => (typeof value === 'string' ? padTo(quote(value), spec) : formatArgument(value, spec));
}

function ofInteger(spec: FormatSpec): ArgumentFormatter {
  return (value) => (typeof value === 'bigint' ? padTo(integerText(value), spec) : formatArgument(value, spec));
}

function ofAnything(spec: FormatSpec): ArgumentFormatter {
  return (value) => {
    if (typeof value === 'string') return padTo(value, spec);
    if (typeof value === 'number') return padTo(floatText(value), spec);
    return typeof value === 'bigint' ? padTo(integerText(value), spec) : formatArgument(value, spec);
  };
}

function ofFixed(spec: FormatSpec): ArgumentFormatter {
  const places = spec.precision < 0 ? 6 : spec.precision;
  const positive = spec.plus ? '+' : '';
  return (value) => {
    // Zero may be negative; what is not finite has texts of its own.
    if (typeof value !== 'number' || value === 0 || !Number.isFinite(value)) return formatArgument(value, spec);
    return padTo(value < 0 ? `-${formatFixed(-value, places)}` : positive + formatFixed(value, places), spec);
  };
}

const WITHOUT_PRECISION: ReadonlyMap<string, (spec: FormatSpec) => ArgumentFormatter> = new Map([
  ['s', ofString],
  ['d', ofInteger],
  ['v', ofAnything],
  ['q', ofQuoted],
]);

function quickMaker(spec: FormatSpec): ((spec: FormatSpec) => ArgumentFormatter) | undefined {
  if (spec.zero || spec.space || spec.sharp || spec.isGoSyntax) return undefined;
  if (spec.verb === 'f' || spec.verb === 'F') return ofFixed;
  return spec.plus || spec.precision >= 0 ? undefined : WITHOUT_PRECISION.get(spec.verb);
}

/** Makes the formatter of a verb: quick for the kinds that go with the verb, where it stands with width, precision and few flags. */
export function argumentFormatter(spec: FormatSpec): ArgumentFormatter {
  return quickMaker(spec)?.(spec) ?? ((value) => formatArgument(value, spec));
}
