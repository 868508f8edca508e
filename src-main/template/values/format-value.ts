import { Complex, EMPTY, type TemplateList, type TemplateMap, type TemplateValue, Uint8 } from '../values.ts';
import { formatFloatVerb } from './format-float.ts';
import { formatInteger } from './format-integer.ts';
import { type FormatSpec, padTo } from './format-spec.ts';
import { formatString } from './format-string.ts';
import { firstRunes } from './text.ts';
import { sortedKeys } from './text-order.ts';
import { isList, isMap, templateTypeName } from './type-name.ts';

/** Address that is shown where Go shows one; ours is always the same. */
const ADDRESS = 0xc000010000n;
const COMPLEX_VERBS = 'vbgGxXfFeE';
const ADDRESS_VERBS = 'bodxX';

/** Error for text that grows too long, by nested values or by what the template says. */
export class TextTooLongError extends Error {}

/** Longest text, in UTF-16 units; four times what a template may write. */
export const MAX_TEXT = 64 * 1024 * 1024;

export function checkLength(text: string): string {
  if (text.length > MAX_TEXT) throw new TextTooLongError('the text to be built is too long');
  return text;
}

function isNil(value: TemplateValue): value is null | undefined {
  return value === null || value === undefined;
}

/** Formats a value of a kind that the verb does not fit. */
function badVerb(value: TemplateValue, spec: FormatSpec): string {
  const shown = isNil(value) ? '<nil>' : `${templateTypeName(value)}=${formatValue(value, { ...spec, verb: 'v' })}`;
  return `%!${spec.verb}(${shown})`;
}

/** A list or a map of which some has been written. */
interface OpenContainer {
  readonly items: TemplateList;
  /** Keys of a map, in the order of its items. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

function openContainer(value: TemplateList | TemplateMap): OpenContainer {
  if (isList(value)) return { items: value, keys: undefined, next: 0 };
  const keys = sortedKeys(value);
  return { items: keys.map((key) => value[key]), keys, next: 0 };
}

function opening(value: TemplateList | TemplateMap, spec: FormatSpec): string {
  if (spec.isGoSyntax) return `${templateTypeName(value)}{`;
  return isList(value) ? '[' : 'map[';
}

function beforeItem({ keys, next }: OpenContainer, spec: FormatSpec): string {
  const otherSeparator = spec.isGoSyntax ? ', ' : ' ';
  const separator = next === 0 ? '' : otherSeparator;
  return keys === undefined ? separator : `${separator}${formatValue(keys[next], spec)}:`;
}

/** Formats without recursion: JSON may nest deeper than the stack allows. */
function formatNested(root: TemplateList | TemplateMap, spec: FormatSpec): string {
  const closing = spec.isGoSyntax ? '}' : ']';
  const around = [openContainer(root)];
  let out = opening(root, spec);
  for (let within = around.at(-1); within !== undefined; within = around.at(-1)) {
    if (within.next === within.items.length) {
      out += closing;
      around.pop();
      continue;
    }
    out += beforeItem(within, spec);
    const item = within.items[within.next++];
    if (isList(item) || isMap(item)) {
      out += opening(item, spec);
      around.push(openContainer(item));
    } else out = checkLength(out + formatValue(item, spec));
  }
  return out;
}

function formatComplex(value: Complex, spec: FormatSpec): string | undefined {
  if (!COMPLEX_VERBS.includes(spec.verb)) return undefined;
  return `(${formatFloatVerb(value.real, spec)}${formatFloatVerb(value.imaginary, { ...spec, plus: true })}i)`;
}

function formatAddress(value: TemplateValue, spec: FormatSpec): string | undefined {
  if (spec.verb === 'v' && spec.isGoSyntax) {
    return `(${templateTypeName(value)})(${formatInteger(ADDRESS, false, spec)})`;
  }
  if (spec.verb === 'v' || spec.verb === 'p') {
    return formatInteger(ADDRESS, false, { ...spec, verb: 'x', sharp: !spec.sharp });
  }
  return ADDRESS_VERBS.includes(spec.verb) ? formatInteger(ADDRESS, false, spec) : undefined;
}

/** An object that holds no others. */
function formatScalarObject(value: TemplateValue, spec: FormatSpec): string | undefined {
  if (value instanceof Uint8) return formatInteger(BigInt(value.value), false, spec);
  return value instanceof Complex ? formatComplex(value, spec) : formatAddress(value, spec);
}

function formatObject(value: TemplateValue, spec: FormatSpec): string | undefined {
  return isList(value) || isMap(value) ? formatNested(value, spec) : formatScalarObject(value, spec);
}

function formatBoolean(value: boolean, spec: FormatSpec): string | undefined {
  return spec.verb === 't' || spec.verb === 'v' ? padTo(`${value}`, spec) : undefined;
}

function formatKnown(value: Exclude<TemplateValue, null | undefined>, spec: FormatSpec): string | undefined {
  switch (typeof value) {
    case 'string':
      return formatString(value, spec);
    case 'number':
      return formatFloatVerb(value, spec);
    case 'bigint':
      return formatInteger(value, true, spec);
    case 'boolean':
      return formatBoolean(value, spec);
    case 'symbol':
      return formatString('', spec) ?? padTo('', spec);
    default:
      return formatObject(value, spec);
  }
}

/** Formats a value in a list or a map, or any value that is not nil. */
function formatValue(value: TemplateValue, spec: FormatSpec): string {
  if (isNil(value)) return spec.isGoSyntax ? 'interface {}(nil)' : '<nil>';
  return formatKnown(value, spec) ?? badVerb(value, spec);
}

/** One argument of printf under one verb. */
export function formatArgument(value: TemplateValue, spec: FormatSpec): string {
  const { verb } = spec;
  if (isNil(value)) return verb === 'v' || verb === 'T' ? padTo('<nil>', spec) : badVerb(value, spec);
  if (verb === 'T') {
    const name = templateTypeName(value);
    return padTo(spec.precision >= 0 ? firstRunes(name, spec.precision) : name, spec);
  }
  // It is for errors alone, and says so of what holds others as a whole.
  if (verb === 'w') return badVerb(value, spec);
  if (verb !== 'p') return formatValue(value, spec);
  return hasAddress(value) ? (formatAddress(value, spec) ?? '') : badVerb(value, spec);
}

function hasAddress(value: TemplateValue): boolean {
  return value !== EMPTY && typeof value === 'object' && !(value instanceof Uint8 || value instanceof Complex);
}
