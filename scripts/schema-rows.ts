import { type Comments, NO_COMMENTS } from './schema-comments.ts';

/** JSON Schema, as far as the pages show it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const MAX_DEPTH = 4;
/** Largest numbers that JavaScript counts to, which are no limit of a protocol. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** A table of all fields of an object, those of objects inside it by their dotted path. */
export function fieldTable(schema: Schema, comments: Comments = NO_COMMENTS): string {
  const variants = variantsOf(schema);
  if (schema.properties === undefined && variants.length > 0) {
    const tables = variants.map((variant, index) => {
      const known = comments.variants[index];
      return [known?.text ?? '', fieldTable(variant, known?.comments)].filter((text) => text !== '').join('\n\n');
    });
    return ['One of these:', ...tables].join('\n\n');
  }
  const rows = rowsOf(schema, comments, { prefix: '', depth: 0 });
  if (rows.length === 0) return 'No fields.';
  return ['| field | type | needed | |', '|---|---|---|---|', ...rows].join('\n');
}

/** The variants of a union of objects. */
export const variantsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [];

interface Place {
  readonly prefix: string;
  readonly depth: number;
}

function rowsOf(schema: Schema, comments: Comments, { prefix, depth }: Place): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const known = comments.fields.get(name);
    const path = `${prefix}${name}`;
    const text = field.description ?? known?.text ?? '';
    const needed = required.has(name) && field.default === undefined ? 'yes' : '';
    const row = `| \`${path}\` | ${cell(typeOf(field))} | ${needed} | ${cell(withDefault(text, field.default))} |`;
    return depth === MAX_DEPTH
      ? [row]
      : [row, ...innerRows(field, known?.comments ?? NO_COMMENTS, { prefix: path, depth })];
  });
}

/** Rows of what is inside a field: an object, a list of objects, a map of them, or either of several. */
function innerRows(field: Schema, comments: Comments, { prefix, depth }: Place): string[] {
  const inside = { depth: depth + 1 };
  if (field.properties) return rowsOf(field, comments, { ...inside, prefix: `${prefix}.` });
  if (field.items) return innerRows(field.items, comments, { prefix: `${prefix}[]`, depth });
  if (typeof field.additionalProperties === 'object') {
    return innerRows(field.additionalProperties, comments, { prefix: `${prefix}.*`, depth });
  }
  const variants = variantsOf(field);
  if (variants.length === 0) return [];
  const objects = variants.filter(({ properties }) => properties !== undefined);
  const others = variants.filter(({ properties }) => properties === undefined);
  const known = [comments, ...comments.variants.map((variant) => variant.comments)];
  const fields = new Map(known.flatMap((one) => [...one.fields]));
  return [
    ...others.flatMap((variant) => innerRows(variant, { fields, variants: [] }, { prefix, depth })),
    ...(objects.length > 0
      ? rowsOf(together(objects), { fields, variants: [] }, { ...inside, prefix: `${prefix}.` })
      : []),
  ];
}

/** One object with the fields of all; needed is what all of them need. */
function together(objects: readonly Schema[]): Schema {
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const properties = names.map((name): [string, Schema] => {
    const kinds = objects.flatMap((one) => one.properties?.[name] ?? []);
    const distinct = [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()];
    return [name, distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct }];
  });
  const required = names.filter((name) => objects.every((one) => one.required?.includes(name)));
  return { properties: Object.fromEntries(properties), required };
}

function withDefault(text: string, value: unknown): string {
  const isEmpty = value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
  if (isEmpty) return text;
  return [text.replace(/[.;]$/, ''), `default \`${JSON.stringify(value)}\``].filter(Boolean).join('; ');
}

/** Values that a field takes, in words. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema.$ref)
    return schema.$ref === '#' ? 'the same again' : `[${nameOf(schema.$ref)}](#${nameOf(schema.$ref).toLowerCase()})`;
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' or ');
  return plainType(schema);
}

function plainType(schema: Schema): string {
  switch (schema.type) {
    case 'string':
      return `text${sizeOf(schema.minLength, schema.maxLength, 'characters')}`;
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${rangeOf(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `list of ${schema.items ? typeOf(schema.items) : 'anything'}${sizeOf(undefined, schema.maxItems, 'entries')}`;
    case 'null':
      return '`null`';
    case 'object':
      return mapOf(schema);
    default:
      return 'anything';
  }
}

function mapOf({ properties, additionalProperties }: Schema): string {
  const isMap = properties === undefined && typeof additionalProperties === 'object';
  if (!isMap) return 'object';
  const value = typeOf(additionalProperties);
  return value === 'anything' ? 'object' : `map of ${value}`;
}

function sizeOf(from: number | undefined, to: number | undefined, unit: string): string {
  if (to === undefined || to >= UNBOUNDED) return from === 1 ? ', not empty' : '';
  return from === undefined ? `, at most ${to} ${unit}` : `, ${from} to ${to} ${unit}`;
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: Schema): string {
  const isBounded = maximum !== undefined && maximum < UNBOUNDED;
  const from = minimum !== undefined && minimum > -UNBOUNDED ? minimum : undefined;
  if (exclusiveMinimum !== undefined)
    return isBounded ? `, above ${exclusiveMinimum}, at most ${maximum}` : `, above ${exclusiveMinimum}`;
  if (from === undefined) return isBounded ? `, at most ${maximum}` : '';
  return isBounded ? `, ${from} to ${maximum}` : `, ${from} or more`;
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** A text that may stand in a cell of a table. */
export const cell = (text: string) => text.replaceAll('\n', ' ').replaceAll('|', '\\|');
