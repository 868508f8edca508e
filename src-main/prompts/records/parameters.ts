import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { ownMember } from './json.ts';

/** The parameters of a prompt, whatever form they were written in. */
export interface ParameterSet {
  /** JSON Schema (draft 7) of the args. */
  readonly schema: JsonObject;
  readonly required: readonly string[];
  /** Values of those that have a default. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** Reads a list of parameters, a JSON Schema of an object, or a map of schemas by name. */
export function parameterSet(parameters: unknown): ParameterSet {
  const { properties, required, rest } = formOf(parameters);
  const defaults = new Map<string, unknown>();
  for (const [name, schema] of properties) {
    const value = ownMember(schema, 'default');
    if (value !== undefined) defaults.set(name, value);
  }
  // Args that nobody declared pass through.
  const { additionalProperties: _, $schema: __, ...others } = rest;
  const schema = {
    $schema: DRAFT,
    ...others,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
  return { schema, required, defaults };
}

interface ParameterForm {
  readonly properties: readonly (readonly [string, unknown])[];
  readonly required: readonly string[];
  /** Other members of a JSON Schema, such as definitions. */
  readonly rest: JsonObject;
}

function formOf(parameters: unknown): ParameterForm {
  if (Array.isArray(parameters)) return listForm(parameters);
  if (!isPlainObject(parameters)) return { properties: [], required: [], rest: {} };
  // A string as the type tells a schema from a map whose parameter is called `type`.
  const isSchema =
    isPlainObject(ownMember(parameters, 'properties')) || typeof ownMember(parameters, 'type') === 'string';
  return isSchema ? schemaForm(parameters) : mapForm(parameters);
}

function listForm(items: readonly unknown[]): ParameterForm {
  const properties: (readonly [string, unknown])[] = [];
  const required: string[] = [];
  for (const item of items) {
    const name = ownMember(item, 'name');
    if (!isPlainObject(item) || typeof name !== 'string') continue;
    const { name: _, ...schema } = item;
    properties.push(withoutFlag([name, schema]));
    if (schema.required === true) required.push(name);
  }
  return { properties, required, rest: {} };
}

function schemaForm(schema: JsonObject): ParameterForm {
  const { properties, required, ...rest } = schema;
  const members = isPlainObject(properties) ? Object.entries(properties) : [];
  // The flag of the other forms is tolerated here, too.
  const flagged = members.filter(([, member]) => ownMember(member, 'required') === true).map(([name]) => name);
  const named = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return { properties: members.map(withoutFlag), required: [...new Set([...named, ...flagged])], rest };
}

function mapForm(map: JsonObject): ParameterForm {
  const members = Object.entries(map).filter(([, schema]) => isPlainObject(schema));
  const required = members.filter(([, schema]) => ownMember(schema, 'required') === true).map(([name]) => name);
  return { properties: members.map(withoutFlag), required, rest: {} };
}

/** `required: true` is no JSON Schema; a list of names, those of an object's own members, is. */
function withoutFlag([name, schema]: readonly [string, unknown]): readonly [string, unknown] {
  if (!isPlainObject(schema) || Array.isArray(ownMember(schema, 'required'))) return [name, schema];
  const { required: _, ...rest } = schema;
  return [name, rest];
}
