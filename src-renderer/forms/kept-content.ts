import { isPlainObject } from '#contract/plain-object';
import { isSecretHeader, isUrlWithPassword } from '#contract/secret-names';
import { type ValuePath, valueAt, withValueAt } from './draft-value.ts';
import { losesDigits, NO_SUCH_FIELD, problemsIn } from './form-problems.ts';
import { fieldKind, type JsonSchema, propertiesOf, resolveSchema } from './json-schema.ts';
import { jsonWithTexts, type TypedField } from './typed-fields.ts';

/** Content of a form that is being filled in. */
export interface FormContent {
  readonly value: unknown;
  readonly texts: readonly TypedField[];
  /** Text in place of the fields, while it is written as JSON. */
  readonly json?: string | undefined;
}

/** Returns content as it may be kept, without what is secret by its schema or its name; `undefined` if that cannot be told from the rest. */
export function contentToKeep(
  { value, texts, json }: FormContent,
  schema: JsonSchema,
  root: JsonSchema,
): FormContent | undefined {
  if (isMarkedSecret(schema, root)) return undefined;
  const isPlain = ({ path, text }: TypedField) =>
    !isSecretPath(path, schema, root) && jsonToKeep(text, schemaAtPath(path, schema, root), root) === text;
  const kept = { value: withoutSecrets(value, schema, root), texts: texts.filter(isPlain) };
  if (json === undefined) return kept;
  const safe = jsonToKeep(json, schema, root);
  return safe === undefined ? undefined : { ...kept, json: safe };
}

/** Fits kept content to a schema that may have changed since: what has no field any more is shown as JSON. */
export function fittingContent(content: FormContent, given: JsonSchema): FormContent {
  const { value, texts, json } = content;
  const schema = resolveSchema(given, given);
  if (json !== undefined || (fieldKind(schema) === 'object' && hasFieldsFor(content, schema, given))) return content;
  return { value: {}, texts: [], json: jsonWithTexts(value, texts, 2) };
}

function hasFieldsFor({ value, texts }: FormContent, schema: JsonSchema, root: JsonSchema): boolean {
  const filled = texts.reduce(
    (whole, { path }) => (valueAt(whole, path) === undefined ? withValueAt(whole, path, null) : whole),
    value,
  );
  return isPlainObject(value) && problemsIn(filled, schema, root).every(({ message }) => message !== NO_SUCH_FIELD);
}

function withoutSecrets(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  // A default is known to everybody who has the schema.
  if (schema.default !== undefined && JSON.stringify(value) === JSON.stringify(schema.default)) return value;
  if (isMarkedSecret(schema, root) || (typeof value === 'string' && isUrlWithPassword(value))) return undefined;
  if (Array.isArray(value)) {
    const items = itemSchema(schema, root);
    // An item has its place also where nothing of it is kept.
    return isMarkedSecret(items, root) ? [] : value.map((item) => keptItem(item, withoutSecrets(item, items, root)));
  }
  if (!isPlainObject(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const own = fieldSchema(name, schema, root);
    const kept = withoutSecrets(field, isSecretField(name) ? { ...own, writeOnly: true } : own, root);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(fields);
}

const keptItem = (item: unknown, kept: unknown) => (kept === undefined && item !== undefined ? '' : kept);

/** JSON without secrets, as it was typed where it has none; `undefined` if what is to be kept cannot be told from the rest. */
function jsonToKeep(json: string, schema: JsonSchema, root: JsonSchema): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const kept = withoutSecrets(value, schema, root);
    if (JSON.stringify(kept) === JSON.stringify(value)) return json;
    // Written anew, a large number would have other digits.
    return kept === undefined || losesDigits(kept) ? undefined : JSON.stringify(kept, undefined, 2);
  } catch {
    return mayHoldSecret(json, root) ? undefined : json;
  }
}

/** Name before a colon or an equals sign, in quotes of either kind or in none. */
const NAME = /(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(?<![\w$-])([\w$-]{1,80}))\s*[:=]/g;
/** UTF-16 units of a text that is looked through for names. */
const LONGEST = 20_000;

function mayHoldSecret(text: string, root: JsonSchema): boolean {
  if (text.length > LONGEST) return true;
  const names = [...text.matchAll(NAME)].map(([, double, single, bare = '']) => double ?? single ?? bare);
  const isMarked = /"(?:format":"password"|writeOnly":true)/.test(JSON.stringify(root));
  return isMarked || names.some(isSecretField) || text.split(/["'\s]+/).some(isUrlWithPassword);
}

function isSecretPath(path: ValuePath, schema: JsonSchema, root: JsonSchema): boolean {
  return path.some(
    (part, index) =>
      (typeof part === 'string' && isSecretField(part)) ||
      isMarkedSecret(schemaAtPath(path.slice(0, index + 1), schema, root), root),
  );
}

function schemaAtPath(path: ValuePath, schema: JsonSchema, root: JsonSchema): JsonSchema {
  return path.reduce<JsonSchema>(
    (now, part) => (typeof part === 'number' ? itemSchema(now, root) : fieldSchema(part, now, root)),
    schema,
  );
}

/** Depth to which alternatives within alternatives are looked at. */
const MAX_ALTERNATIVES = 3;

/** The schema and its alternatives and parts: one that may be absent stands in one of two. */
function variantsOf(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  const own = resolveSchema(schema, root);
  if (depth >= MAX_ALTERNATIVES) return [own];
  const inner = [own.anyOf, own.oneOf, own.allOf].flatMap((all) => (Array.isArray(all) ? all : []));
  return [own, ...inner.flatMap((one: JsonSchema) => variantsOf(one, root, depth + 1))];
}

/** Joins the schemas that several variants have for one place. */
function joinSchemas(found: readonly (JsonSchema | boolean | undefined)[], root: JsonSchema): JsonSchema {
  const all = found.filter((one) => isPlainObject(one));
  return all.length > 1 ? { anyOf: all } : resolveSchema(all[0], root);
}

const itemSchema = (schema: JsonSchema, root: JsonSchema) =>
  joinSchemas(
    variantsOf(schema, root).map(({ items }) => items),
    root,
  );

function fieldSchema(name: string, schema: JsonSchema, root: JsonSchema): JsonSchema {
  const found = variantsOf(schema, root).map((one) => {
    const [, own = one.additionalProperties] = propertiesOf(one).find(([known]) => known === name) ?? [];
    return own;
  });
  return joinSchemas(found, root);
}

function isMarkedSecret(schema: JsonSchema, root: JsonSchema): boolean {
  return variantsOf(schema, root).some(({ format, writeOnly }) => format === 'password' || writeOnly === true);
}

/** Whether a field holds a secret by its name, in whichever way its words are joined. */
function isSecretField(name: string): boolean {
  return isSecretHeader(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
}
