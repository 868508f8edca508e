import { isPlainObject, type JsonObject } from '#contract/plain-object';
import type { TemplateValue } from '#template';
import { checkSchema } from '#tools';
import { exactValue, plainValue } from './plain-values.ts';
import { ToolFailure } from './tool-failure.ts';

/** Arguments for calling a tool. */
export interface NamedArguments {
  readonly values: JsonObject;
  /** The values, with each integer that a number does not hold as the text of its digits. */
  readonly exact: JsonObject;
  /** Names in the order of the schema, and then as they were given. */
  readonly names: readonly string[];
}

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
/** Draft-7 forms of schemas: one object for each, by which what was compiled is found again. */
const asDraft7 = new WeakMap<object, JsonObject>();

/**
 * Positional arguments to the properties in order of declaration, or one object by names; defaults fill what is absent.
 *
 * @throws ToolFailure when they are too many, or do not fit the schema
 */
export async function namedArguments(parameters: unknown, args: readonly TemplateValue[]): Promise<NamedArguments> {
  const schema = isPlainObject(parameters) ? parameters : {};
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const values = withDefaults(byName(properties, args, plainValue), properties);
  await refuseInvalid(schema, values);
  const exact = withDefaults(byName(properties, args, exactValue), properties);
  return { values, exact, names: Object.keys(values) };
}

type ValueConverter = (value: TemplateValue) => unknown;

function byName(properties: JsonObject, args: readonly TemplateValue[], convert: ValueConverter): JsonObject {
  const names = Object.keys(properties);
  const [first] = args;
  if (args.length === 1 && isNamedArguments(first, properties)) return present(Object.entries(first), convert);
  if (args.length > names.length) {
    const takes = names.length === 0 ? 'none, or one object' : `at most ${names.length}`;
    throw new ToolFailure(`it was given ${args.length} arguments and takes ${takes}`);
  }
  if (args.length > 0 && names.length > 1 && names.some(isIndex)) {
    throw new ToolFailure('parameters with numeric names must be passed by name, in one object');
  }
  return present(
    names.slice(0, args.length).map((name, at) => [name, args[at]]),
    convert,
  );
}

/**
 * Whether a name is an index. Such names come first in a JavaScript object, so that the order of declaration is lost.
 */
const isIndex = (name: string) => /^(?:0|[1-9]\d{0,9})$/.test(name);

/** One object that names its arguments; one whose first property is an object itself is meant for that. */
function isNamedArguments(
  value: TemplateValue,
  properties: JsonObject,
): value is Readonly<Record<string, TemplateValue>> {
  if (!isMap(value)) return false;
  const names = Object.keys(properties);
  if (names.length === 0) return true;
  const [first = ''] = names;
  const schema = properties[first];
  const type: unknown = isPlainObject(schema) ? schema.type : undefined;
  return type !== 'object' && Object.keys(value).every((name) => Object.hasOwn(properties, name));
}

function present(entries: readonly (readonly [string, TemplateValue])[], convert: ValueConverter): JsonObject {
  const kept = entries.map(([name, value]) => [name, convert(value)] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

function withDefaults(given: JsonObject, properties: JsonObject): JsonObject {
  const ordered = Object.entries(properties).flatMap(([name, schema]) => {
    if (Object.hasOwn(given, name)) return [[name, given[name]] as const];
    return isPlainObject(schema) && Object.hasOwn(schema, 'default') ? [[name, schema.default] as const] : [];
  });
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(properties, name));
  return Object.fromEntries([...ordered, ...others]);
}

async function refuseInvalid(parameters: JsonObject, values: JsonObject): Promise<void> {
  if (Object.keys(parameters).length === 0) return;
  let schema = asDraft7.get(parameters);
  if (!schema) {
    schema = { ...parameters, $schema: DRAFT_7 };
    asDraft7.set(parameters, schema);
  }
  const answer = await checkSchema(schema, values);
  if (answer.fits === undefined) throw new ToolFailure(`its parameters are no usable schema: ${answer.why}`);
  if (!answer.fits) throw new ToolFailure('its arguments do not fit', answer.problems.replaceAll('\n', '; '));
}

/** Whether a value of a template is a map: numbers and functions of templates are instances of classes. */
function isMap(value: TemplateValue): value is Readonly<Record<string, TemplateValue>> {
  if (!isPlainObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
