import { isPlainObject } from '#contract/plain-object';

/** A JSON Schema as a form reads it; what it does not know, it leaves to whoever wrote it. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly enumNames?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: unknown;
  readonly format?: string;
  readonly writeOnly?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly items?: JsonSchema | boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>;
  readonly patternProperties?: unknown;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly $ref?: string;
  readonly $defs?: unknown;
}

/** Kind of field for a value. `json`: no control fits, so it is written as JSON. */
export type FieldKind = 'text' | 'number' | 'integer' | 'switch' | 'choice' | 'object' | 'array' | 'json';

/** Depth above which values are written as JSON: nobody fills in such a form. */
export const MAX_DEPTH = 6;
const MAX_REFERENCES = 20;

/** The schema itself, if it is given by a reference into its own document; what leads nowhere says nothing. */
export function resolveSchema(schema: JsonSchema | boolean | undefined, root: JsonSchema): JsonSchema {
  let now: unknown = schema;
  for (let step = 0; step < MAX_REFERENCES; step += 1) {
    if (!isPlainObject(now)) return {};
    const { $ref, ...beside } = now as JsonSchema;
    if ($ref === undefined) return withTextLabels(now as JsonSchema);
    const target = schemaAt(root, $ref);
    // Words beside a reference, such as a description, are of this place.
    now = isPlainObject(target) ? { ...target, ...beside } : beside;
  }
  return {};
}

/** Words that are no text would be no words. */
function withTextLabels(schema: JsonSchema): JsonSchema {
  const wrong = (['title', 'description'] as const).filter((name) => typeof (schema[name] ?? '') !== 'string');
  return wrong.length === 0 ? schema : { ...schema, ...Object.fromEntries(wrong.map((name) => [name, ''])) };
}

function schemaAt(root: JsonSchema, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let now: unknown = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = decodePointer(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isPlainObject(now) || !Object.hasOwn(now, key)) return undefined;
    now = now[key];
  }
  return now;
}

function decodePointer(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function fieldKind(schema: JsonSchema): FieldKind {
  if (choicesOf(schema) !== undefined) return 'choice';
  if (schema.anyOf !== undefined || schema.oneOf !== undefined || schema.allOf !== undefined) return 'json';
  const { type = schema.properties === undefined ? undefined : 'object' } = schema;
  if (type === 'string') return 'text';
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer' || type === 'object' || type === 'array') return type;
  return 'json';
}

export interface SchemaChoice {
  readonly value: unknown;
  readonly label: string;
}

/** The values to choose from: an `enum`, or named constants. Labels of different values differ. */
export function choicesOf(schema: JsonSchema): readonly SchemaChoice[] | undefined {
  if (schema.const !== undefined) return [schemaChoice(schema.const)];
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    return withDistinctLabels(schema.enum.map((value, index) => schemaChoice(value, schema.enumNames?.[index])));
  }
  const named = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(named) || named.length === 0) return undefined;
  if (!named.every((one) => isPlainObject(one) && Object.hasOwn(one, 'const'))) return undefined;
  return withDistinctLabels(named.map((one: JsonSchema) => schemaChoice(one.const, one.title)));
}

function schemaChoice(value: unknown, name?: unknown): SchemaChoice {
  return { value, label: typeof name === 'string' ? name : valueLabel(value) };
}

const valueLabel = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Adds the value as JSON to labels that several have: the text `"1"` is not the number `1`. */
function withDistinctLabels(choices: readonly SchemaChoice[]): readonly SchemaChoice[] {
  const jsonOf = new Map<string, string>();
  const shared = new Set<string>();
  for (const { label, value } of choices) {
    const json = JSON.stringify(value);
    if ((jsonOf.get(label) ?? json) !== json) shared.add(label);
    jsonOf.set(label, json);
  }
  if (shared.size === 0) return choices;
  return choices.map(({ label, value }) => {
    if (!shared.has(label)) return { label, value };
    const json = JSON.stringify(value);
    return { value, label: label === valueLabel(value) ? json : `${label} (${json})` };
  });
}

/** Whether each of several values may be ticked. */
export function ticksOf(schema: JsonSchema, root: JsonSchema): readonly SchemaChoice[] | undefined {
  const { items } = schema;
  return schema.uniqueItems === true && items !== undefined ? choicesOf(resolveSchema(items, root)) : undefined;
}

/** The properties in their order; `true` stands for anything. */
export function propertiesOf(schema: JsonSchema): readonly (readonly [string, JsonSchema | boolean])[] {
  return isPlainObject(schema.properties) ? Object.entries(schema.properties) : [];
}

export function isRequired(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(name);
}

/** Schema of further fields of an object; `undefined` if none are invited. */
export function additionalPropertiesSchema(schema: JsonSchema): JsonSchema | undefined {
  const { additionalProperties: more } = schema;
  if (isPlainObject(more)) return more;
  if (more === true || (more === undefined && propertiesOf(schema).length === 0)) return {};
  return undefined;
}
