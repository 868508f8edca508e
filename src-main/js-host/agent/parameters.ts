import { isPlainObject } from '#contract/plain-object';
import { hasMembers } from '../has-members.ts';
import type { DocComment, DocParameter } from './doc-comment.ts';
import { schemaOfDocType } from './doc-types.ts';
import { destructuredParameters, firstParameter } from './function-text.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Error about a tool without a schema; the message is for its author. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** A schema as a module exports it: JSON Schema itself, or an object of a library that gives one of itself. @throws SchemaError */
export function exportedSchema(value: unknown): Schema {
  if (!hasMembers(value)) throw new SchemaError('`parameters` is no JSON Schema');
  const given = ownJsonSchema(value) ?? value;
  if (!isPlainObject(given) || given.type !== 'object') {
    throw new SchemaError("`parameters` must describe an object: { type: 'object', properties: … }");
  }
  // What is sent is JSON; what is no JSON in it would get lost on the way.
  return JSON.parse(JSON.stringify(given));
}

/** Reads the schema of zod 4 or of any library that follows Standard JSON Schema; neither is a dependency. */
function ownJsonSchema(own: { readonly [key: string]: unknown }): unknown {
  const standard = own['~standard'] as { jsonSchema?: { input?: (options: object) => unknown } } | undefined;
  if (typeof own.toJSONSchema === 'function') return own.toJSONSchema({ io: 'input' });
  if (typeof standard?.jsonSchema?.input === 'function') return standard.jsonSchema.input({ target: 'draft-2020-12' });
  if (standard === undefined && own._zod === undefined && own._def === undefined) return undefined;
  throw new SchemaError(
    '`parameters` is a schema of a library that gives no JSON Schema by itself; export z.toJSONSchema(schema) of zod 4 in place of it',
  );
}

/** The schema that a doc comment and the function's own text give. @throws SchemaError where they do not name what it takes */
export function describedSchema(comment: DocComment | undefined, functionText: string): Schema {
  const written = destructuredParameters(functionText);
  const first = firstParameter(functionText);
  const documented = documentedProperties(comment?.parameters ?? [], written ? undefined : first);
  const names = new Set([...(written ?? []).map(({ name }) => name), ...documented.keys()]);
  if (names.size === 0 && !written && first !== undefined) {
    throw new SchemaError(
      'nothing says which arguments it takes: export `parameters` (JSON Schema), write `tool({ name, … })`, or describe them with @param',
    );
  }
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const name of names) {
    const doc = documented.get(name);
    const standard = written?.find((one) => one.name === name)?.standard;
    properties[name] = propertyOf(name, doc, standard);
    if (standard === undefined && !doc?.isOptional) required.push(name);
  }
  return { type: 'object', properties, required };
}

/** `args.path` is a property of the argument `args`; where no name has a dot, each names one itself. */
function documentedProperties(
  parameters: readonly DocParameter[],
  argument: string | undefined,
): ReadonlyMap<string, DocParameter> {
  const dotted = parameters.filter(({ name }) => /^[\w$]+\.[\w$]+$/.test(name));
  const holder = dotted[0]?.name.split('.')[0];
  const own = holder === undefined ? parameters : dotted.filter(({ name }) => name.startsWith(`${holder}.`));
  const plain = own.map((one) => [one.name.replace(/^.*\./, ''), one] as const);
  const [only, another] = plain;
  const isHolderAlone = holder === undefined && only && !another && only[0] === argument && mayBeObject(only[1]);
  return new Map(isHolderAlone ? [] : plain.filter(([name]) => /^[\w$]+$/.test(name)));
}

const mayBeObject = ({ type }: DocParameter): boolean => /^(?:object|any|\*)?$/i.test(type);

function propertyOf(name: string, doc: DocParameter | undefined, standard: string | undefined): Schema {
  const value = parseDefault(standard ?? doc?.standard);
  const type = doc?.type ? schemaOfDocType(doc.type) : schemaOfValue(value);
  return {
    ...type,
    description: doc?.description || `Parameter ${name}`,
    ...(value !== undefined && { default: value }),
  };
}

function schemaOfValue(value: unknown): Schema {
  if (Array.isArray(value)) return { type: 'array' };
  if (value === undefined || value === null) return {};
  return { type: typeof value };
}

/** A default as it is written, where it is a plain value. */
function parseDefault(written: string | undefined): unknown {
  if (written === undefined) return undefined;
  const quoted = /^'((?:[^'\\"]|\\')*)'$/.exec(written);
  const text = quoted ? JSON.stringify((quoted[1] ?? '').replaceAll("\\'", "'")) : written;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
