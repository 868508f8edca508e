import { isPlainObject } from '#contract/plain-object';
import { isSecretHeader, isUrlWithPassword } from '#contract/secret-names';
import { type ValuePath, valueAt, withValueAt } from './draft-value.ts';
import { NO_SUCH_FIELD, problemsIn } from './form-problems.ts';
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
  const isPlain = ({ path, text }: TypedField) =>
    !isSecretPath(path, schema, root) && jsonToKeep(text, {}, root) === text;
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
  if (isMarkedSecret(schema) || (typeof value === 'string' && isUrlWithPassword(value))) return undefined;
  if (Array.isArray(value)) {
    const items = resolveSchema(schema.items, root);
    return isMarkedSecret(items) ? [] : value.map((item) => withoutSecrets(item, items, root));
  }
  if (!isPlainObject(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    if (isSecretField(name)) return [];
    const kept = withoutSecrets(field, fieldSchema(name, schema, root), root);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(fields);
}

/** JSON without secrets, as it was typed where it has none; `undefined` if it is no JSON yet and may have one. */
function jsonToKeep(json: string, schema: JsonSchema, root: JsonSchema): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const kept = withoutSecrets(value, schema, root);
    return JSON.stringify(kept) === JSON.stringify(value) ? json : JSON.stringify(kept, undefined, 2);
  } catch {
    return mayHoldSecret(json, root) ? undefined : json;
  }
}

const QUOTED_NAME = /"((?:[^"\\]|\\.)*)"\s*:/g;

function mayHoldSecret(text: string, root: JsonSchema): boolean {
  const names = [...text.matchAll(QUOTED_NAME)].map(([, name = '']) => name);
  const isMarked = /"(?:format":"password"|writeOnly":true)/.test(JSON.stringify(root));
  return isMarked || names.some(isSecretField) || text.split(/["\s]+/).some(isUrlWithPassword);
}

function isSecretPath(path: ValuePath, schema: JsonSchema, root: JsonSchema): boolean {
  let now = schema;
  for (const part of path) {
    if (typeof part === 'string' && isSecretField(part)) return true;
    now = typeof part === 'number' ? resolveSchema(now.items, root) : fieldSchema(part, now, root);
    if (isMarkedSecret(now)) return true;
  }
  return false;
}

function fieldSchema(name: string, schema: JsonSchema, root: JsonSchema): JsonSchema {
  const [, own = schema.additionalProperties] = propertiesOf(schema).find(([known]) => known === name) ?? [];
  return resolveSchema(own, root);
}

const isMarkedSecret = ({ format, writeOnly }: JsonSchema) => format === 'password' || writeOnly === true;

/** Whether a field holds a secret by its name, in whichever way its words are joined. */
function isSecretField(name: string): boolean {
  return isSecretHeader(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
}
