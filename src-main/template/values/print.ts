import { EMPTY, type TemplateValue } from '../values.ts';
import { floatText } from './float-text.ts';
import { integerText } from './format-quick.ts';
import { DEFAULT_SPEC } from './format-spec.ts';
import { checkLength, formatArgument } from './format-value.ts';
import { canonicalText } from './text.ts';

/** Formats as `%v`; both kinds of nil are `<nil>`. */
function defaultText(value: TemplateValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'bigint') return integerText(value);
  return value === EMPTY ? '' : formatArgument(value, DEFAULT_SPEC);
}

/** Text that an action writes for a value. */
export function printedText(value: TemplateValue): string {
  return value === undefined || value === null ? '<no value>' : defaultText(value);
}

function isString(value: TemplateValue): boolean {
  return typeof value === 'string' || value === EMPTY;
}

/** Formats as [fmt.Sprint](https://pkg.go.dev/fmt#Sprint): blanks between two operands if neither is a string. */
export function sprint(args: readonly TemplateValue[]): string {
  let out = '';
  let wasString = true;
  for (const value of args) {
    const isText = isString(value);
    if (!isText && !wasString) out += ' ';
    out = checkLength(out + defaultText(value));
    wasString = isText;
  }
  return canonicalText(out);
}

/** Formats as [fmt.Sprintln](https://pkg.go.dev/fmt#Sprintln). */
export function sprintln(args: readonly TemplateValue[]): string {
  return checkLength(`${canonicalText(args.map(defaultText).join(' '))}\n`);
}
