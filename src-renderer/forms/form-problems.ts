import { isPlainObject } from '#contract/plain-object';
import { ownField, type ValuePath } from './draft-value.ts';
import {
  choicesOf,
  fieldKind,
  isRequired,
  type JsonSchema,
  propertiesOf,
  resolveSchema,
  ticksOf,
} from './json-schema.ts';

export interface FormProblem {
  readonly path: ValuePath;
  readonly message: string;
}

/**
 * Finds the problems of a filled-in form, in the order of its fields. Patterns are checked by the side that asked: they
 * may run for ever.
 */
export function problemsIn(
  value: unknown,
  schema: JsonSchema,
  root: JsonSchema = schema,
  path: ValuePath = [],
): FormProblem[] {
  const message = valueProblem(value, schema, root);
  if (message !== undefined) return [{ path, message }];
  if (isPlainObject(value) && fieldKind(schema) === 'object') return inObject(value, schema, root, path);
  if (Array.isArray(value) && fieldKind(schema) === 'array') {
    const items = resolveSchema(schema.items, root);
    return value.flatMap((item, index) =>
      item === undefined
        ? [{ path: [...path, index], message: FILL_IN }]
        : problemsIn(item, items, root, [...path, index]),
    );
  }
  return [];
}

/** Problem of what the schema has no place for. */
export const NO_SUCH_FIELD = 'There is no such field.';

/** Problem of what was added and has no value. */
export const FILL_IN = 'Fill this in, or remove it.';

function inObject(
  value: Record<string, unknown>,
  schema: JsonSchema,
  root: JsonSchema,
  path: ValuePath,
): FormProblem[] {
  const known = propertiesOf(schema);
  const names = new Set(known.map(([name]) => name));
  const inKnown = known.flatMap(([name, property]) => {
    const field = ownField(value, name);
    const place = [...path, name];
    if (field !== undefined) return problemsIn(field, resolveSchema(property, root), root, place);
    return isRequired(schema, name) ? [{ path: place, message: 'This is needed.' }] : [];
  });
  const inFurther = Object.entries(value).flatMap(([name, field]) => {
    if (names.has(name)) return [];
    // Patterns are checked by the side that asked; one of them may allow the name.
    if (schema.patternProperties !== undefined) return [];
    if (schema.additionalProperties === false) return [{ path: [...path, name], message: NO_SUCH_FIELD }];
    return problemsIn(field, resolveSchema(schema.additionalProperties, root), root, [...path, name]);
  });
  return [...inKnown, ...inFurther];
}

function valueProblem(value: unknown, schema: JsonSchema, root: JsonSchema): string | undefined {
  const choices = choicesOf(schema);
  if (choices !== undefined) {
    const isOne = choices.some((one) => JSON.stringify(one.value) === JSON.stringify(value));
    return isOne ? undefined : 'Choose one of the values.';
  }
  switch (fieldKind(schema)) {
    case 'text':
      return typeof value === 'string' ? textProblem(value, schema) : 'This must be a text.';
    case 'number':
    case 'integer':
      return numberProblem(value, schema);
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'This must be true or false.';
    case 'object':
      return isPlainObject(value) ? undefined : 'This must be an object.';
    case 'array':
      return Array.isArray(value) ? listProblem(value, schema, root) : 'This must be a list.';
    default:
      return digitsProblem(value);
  }
}

/** Problem of what is JSON, but not as it was typed once it has been read. */
export const LOSES_DIGITS = 'A number this large would lose digits here; write it in the JSON.';

const digitsProblem = (value: unknown) => (losesDigits(value) ? LOSES_DIGITS : undefined);

/** Whether a number in it is too large for its digits to be kept. */
export function losesDigits(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(losesDigits);
}

const FORMATS: Readonly<Record<string, { readonly test: (text: string) => boolean; readonly words: string }>> = {
  email: { test: (text) => /^[^\s@]+@[^\s@]+$/.test(text), words: 'an e-mail address, such as me@example.org' },
  uri: { test: (text) => URL.canParse(text), words: 'a whole address, such as https://example.org' },
  date: { test: (text) => isDate(text), words: 'a date, such as 2026-11-21' },
  'date-time': {
    test: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
    words: 'a time, such as 2026-11-21T14:30:00Z',
  },
};

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  // The 31st of February would be read as a day of March.
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function textProblem(text: string, { minLength, maxLength, format }: JsonSchema): string | undefined {
  // JSON Schema counts characters, not their halves.
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return `At least ${minLength} characters are needed.`;
  if (maxLength !== undefined && length > maxLength) return `At most ${maxLength} characters fit.`;
  const known = format === undefined || !Object.hasOwn(FORMATS, format) ? undefined : FORMATS[format];
  return known === undefined || known.test(text) ? undefined : `This must be ${known.words}.`;
}

function numberProblem(value: unknown, schema: JsonSchema): string | undefined {
  if (typeof value !== 'number') return 'This must be a number.';
  if (schema.type === 'integer' && !Number.isInteger(value)) return 'This must be a whole number.';
  return boundsProblem(value, schema) ?? digitsProblem(value) ?? stepProblem(value, schema);
}

function boundsProblem(value: number, schema: JsonSchema): string | undefined {
  const { minimum, maximum, exclusiveMinimum: over, exclusiveMaximum: under } = schema;
  if (minimum !== undefined && value < minimum) return `It must be at least ${minimum}.`;
  if (maximum !== undefined && value > maximum) return `It must be at most ${maximum}.`;
  if (typeof over === 'number' && value <= over) return `It must be more than ${over}.`;
  return typeof under === 'number' && value >= under ? `It must be less than ${under}.` : undefined;
}

function stepProblem(value: number, { multipleOf }: JsonSchema): string | undefined {
  if (multipleOf === undefined || multipleOf <= 0) return undefined;
  const quotient = value / multipleOf;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 ? undefined : `It must be a multiple of ${multipleOf}.`;
}

function listProblem(list: readonly unknown[], schema: JsonSchema, root: JsonSchema): string | undefined {
  const { minItems, maxItems, uniqueItems } = schema;
  const words = ticksOf(schema, root) === undefined ? 'items' : 'choices';
  if (minItems !== undefined && list.length < minItems) return `At least ${minItems} ${words} are needed.`;
  if (maxItems !== undefined && list.length > maxItems) return `At most ${maxItems} ${words} are taken.`;
  // Two that are not filled in yet say so themselves.
  const texts = list.filter((item) => item !== undefined).map((item) => JSON.stringify(item));
  return uniqueItems === true && new Set(texts).size < texts.length ? 'No two items may be the same.' : undefined;
}
